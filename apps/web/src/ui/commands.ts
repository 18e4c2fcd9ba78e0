import { useEffect, useRef } from 'react';
import { pageState } from '../state/page-state.ts';

/** A command of the current page, offered by the palette. */
export interface Command {
  readonly text: string;
  readonly act: () => void;
}

type Commands = readonly Command[] | (() => readonly Command[]);

const stack = pageState<readonly { readonly current: Commands }[]>(() => []);

/** All current commands, innermost component first. */
export const boundCommands = (): readonly Command[] =>
  stack
    .get()
    .toReversed()
    .flatMap(({ current }) => (typeof current === 'function' ? current() : current));

/** Offers commands while the component is mounted; a function is called whenever the palette opens. */
export function useCommands(commands: Commands): void {
  const entry = useRef(commands);
  entry.current = commands;
  useEffect(() => {
    stack.set([...stack.get(), entry]);
    return () => stack.set(stack.get().filter((each) => each !== entry));
  }, []);
}

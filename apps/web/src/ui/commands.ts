import { useEffect, useRef } from 'react';
import { pageState } from '../state/page-state.ts';

/** A command of the current page, offered by the palette. */
export interface Command {
  readonly text: string;
  readonly act: () => void;
}

const stack = pageState<readonly { readonly current: readonly Command[] }[]>(() => []);

/** All current commands, innermost component first. */
export const boundCommands = (): readonly Command[] =>
  stack
    .get()
    .toReversed()
    .flatMap(({ current }) => current);

/** Offers commands while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const entry = useRef(commands);
  entry.current = commands;
  useEffect(() => {
    stack.set([...stack.get(), entry]);
    return () => stack.set(stack.get().filter((each) => each !== entry));
  }, []);
}

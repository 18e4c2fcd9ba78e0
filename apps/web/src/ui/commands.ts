import { useEffect, useRef } from 'react';

/** A command of the current page, offered by the palette. */
export interface Command {
  readonly text: string;
  readonly act: () => void;
}

const stack: { readonly current: readonly Command[] }[] = [];

/** All current commands, innermost component first. */
export const boundCommands = (): readonly Command[] => stack.toReversed().flatMap(({ current }) => current);

/** Offers commands while the component is mounted. */
export function useCommands(commands: readonly Command[]): void {
  const entry = useRef(commands);
  entry.current = commands;
  useEffect(() => {
    stack.push(entry);
    return () => void stack.splice(stack.indexOf(entry), 1);
  }, []);
}

import { useEffect, useRef } from 'react';

/** Something that can be done where one is, as the palette offers it. */
export interface Command {
  readonly text: string;
  readonly act: () => void;
}

const stack: { readonly current: readonly Command[] }[] = [];

/** All that can be done here now, that of the innermost first. */
export const boundCommands = (): readonly Command[] => stack.toReversed().flatMap(({ current }) => current);

/** Offers commands for as long as the component stands. */
export function useCommands(commands: readonly Command[]): void {
  const entry = useRef(commands);
  entry.current = commands;
  useEffect(() => {
    stack.push(entry);
    return () => void stack.splice(stack.indexOf(entry), 1);
  }, []);
}

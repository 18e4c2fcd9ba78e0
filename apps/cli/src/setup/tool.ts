/** The agent that a setup is for. */
export interface SetupAgent {
  readonly name: string;
  /** URL of the service. */
  readonly url: string;
}

/** The part of a file that a setup owns. Both functions return the text as it is if there is nothing to do. */
export interface Part {
  /** Path in the repository; of several, the first that exists, or else the first. */
  readonly files: readonly [string, ...string[]];
  /** Whether a missing file stays missing. */
  readonly ifExists?: boolean;
  /** The content of a new file before the part is added. */
  readonly blank?: string;
  /** Adds or updates the part. Throws a `CannotDo` without a file name. */
  add(text: string): string;
  /** Removes the part; restores what it replaced, if the file before the setup is known. */
  remove(text: string, before?: string): string;
}

export const eolOf = (text: string): string => (/\r\n/.test(text) ? '\r\n' : '\n');

/** A coding agent that a repository can be set up for. */
export interface Tool {
  readonly title: string;
  /** The parts of the files that the tool reads. */
  parts(agent: SetupAgent): readonly Part[];
  /** The command that starts it. */
  readonly start: string;
  /** The command that speaks the Agent Client Protocol. */
  readonly acp?: string;
}

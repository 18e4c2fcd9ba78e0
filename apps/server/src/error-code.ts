/** What a library or the system calls an error: ENOENT, SQLITE_FULL; "undefined" for one without a name. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);

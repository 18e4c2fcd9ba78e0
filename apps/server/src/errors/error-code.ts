/** The code of a system or library error, such as ENOENT or SQLITE_FULL; "undefined" if it has none. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);

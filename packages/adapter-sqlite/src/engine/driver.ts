/**
 * The driver package for this Node version (docs/decisions/0054-sqlite-drivers.md). Version 12, compiled for Node 24.19
 * or newer, sometimes crashes the process: it finalizes statements when that Node does not allow it. Version 13 does
 * not support Node 20.
 */
export const DRIVER =
  Number.parseInt(process.versions.node, 10) >= 22 ? 'better-sqlite3-13' : 'better-sqlite3';

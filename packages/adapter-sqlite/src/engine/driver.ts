/**
 * The package that is the driver on this Node (docs/decisions/0054-sqlite-drivers.md). Version 12,
 * compiled for Node 24.19 or newer, ends the process now and then: it clears statements away at moments at which that
 * Node does not allow it. Version 13 does not run on Node 20.
 */
export const DRIVER =
  Number.parseInt(process.versions.node, 10) >= 22 ? 'better-sqlite3-13' : 'better-sqlite3';

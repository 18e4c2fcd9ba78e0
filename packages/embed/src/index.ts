export * from '@tandem/core';
export { type EmbeddedTandem, type StartOptions, startTandem } from './start-tandem.ts';
export type { HostTypes, TypedOperations, TypedTandem } from './typed.ts';

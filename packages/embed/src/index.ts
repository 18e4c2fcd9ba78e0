export * from '@tandem/core';
export { type StartOptions, startTandem } from './start-tandem.ts';
export type { EmbeddedTandem, HostTypes, TypedOperations, TypedTandem } from './typed.ts';

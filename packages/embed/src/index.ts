export * from '@tandem/core';
export { type EmbeddedTandem, type Logger, type StartOptions, startTandem } from './start-tandem.ts';

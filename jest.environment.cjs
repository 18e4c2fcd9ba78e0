const { LegacyFakeTimers, ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
/** Bytes, below `workerIdleMemoryLimit`, which would count garbage: a restart takes seconds. */
const MUCH_MEMORY = 200_000_000;

/**
 * Runs test files in the worker's own context, so that they can share modules (jest.runtime.cjs), and undoes their
 * changes to the process after each file.
 */
module.exports = class WorkerEnvironment {
  constructor({ projectConfig: config }) {
    const global = globalThis;
    this.global = global;
    this.conditions = config.testEnvironmentOptions.customExportConditions;
    this.moduleMocker = new ModuleMocker(global);
    const timerConfig = { idToRef: (id) => id, refToId: (ref) => ref };
    this.fakeTimers = new LegacyFakeTimers({ config, global, moduleMocker: this.moduleMocker, timerConfig });
    this.fakeTimersModern = new ModernFakeTimers({ config, global });
    this.undo = [restoreGlobals(), restoreProcess()];
  }

  async setup() {}

  async teardown() {
    this.fakeTimers.dispose();
    this.fakeTimersModern.dispose();
    for (const undo of this.undo) undo();
    if (process.memoryUsage().heapUsed > MUCH_MEMORY) collectGarbage();
  }

  exportConditions() {
    return this.conditions;
  }

  getVmContext() {
    return globalThis;
  }
};

function restoreGlobals() {
  const before = Object.getOwnPropertyDescriptors(globalThis);
  return () => {
    const after = Object.getOwnPropertyDescriptors(globalThis);
    for (const key of Reflect.ownKeys(after)) if (!before[key]) Reflect.deleteProperty(globalThis, key);
    for (const key of Reflect.ownKeys(before)) {
      const isSame = Object.is(before[key].value, after[key]?.value) && before[key].get === after[key]?.get;
      if (!isSame) Object.defineProperty(globalThis, key, before[key]);
    }
  };
}

function restoreProcess() {
  const { exit, exitCode, env } = process;
  const variables = { ...env };
  return () => {
    Object.assign(process, { exit, exitCode, env });
    for (const name of Object.keys(env)) if (!(name in variables)) delete env[name];
    Object.assign(env, variables);
  };
}

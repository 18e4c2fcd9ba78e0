const { dirname, sep } = require('node:path');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const LIBRARIES = `${sep}node_modules${sep}`;
/** Sources keep no state of a test, unlike test files and their helpers (in apps/proof and apps/bench too). */
const SOURCES =
  /[\\/](packages|apps)[\\/](?!proof|bench)[^\\/]+[\\/]src[\\/](?!(.*[\\/])?testing[\\/]|.*\.test\.tsx?$)/;
const PARAMETERS = ['module', 'exports', 'require', '__dirname', '__filename'];

/** Sources loaded by this worker, with the maps to their lines. */
const sources = new Map();
const sourceMaps = new Map();
/** Compiled test helpers and parts of Jest, which run once per test file. */
const compiled = new Map();

/**
 * Loads libraries and sources once per worker instead of once per test file: loading takes longer than most test files,
 * and compiled code stays fast. Files whose first comment contains `@jest-environment node` share nothing.
 */
module.exports = class SharedRuntime extends Runtime {
  constructor(config, environment, ...more) {
    super(config, environment, ...more);
    this.shares = environment.global === globalThis;
    if (!this.shares) return;
    this.transformCache.sourceMaps = sourceMaps;
    this.executor.compile = (code, filename) => this.compile(code, filename);
  }

  requireModule(from, name, options, ...more) {
    const isOwn = !this.shares || !name || options?.isInternalModule || this._resolution.isCoreModule(name);
    if (!isOwn) {
      const path = this._resolution.resolveCjs(from, name);
      if (path.includes(LIBRARIES) || SOURCES.test(path)) return this.share(path);
    }
    return super.requireModule(from, name, options, ...more);
  }

  share(path) {
    if (path.includes(LIBRARIES) || path.endsWith('.json')) return require(path);
    const loaded = sources.get(path);
    if (loaded) return loaded.exports;
    const module = { id: path, filename: path, exports: {} };
    // Before it is complete, for imports in a circle.
    sources.set(path, module);
    const load = (name) =>
      this._resolution.isCoreModule(name)
        ? require(name)
        : this.share(this._resolution.resolveCjs(path, name));
    try {
      const code = this.transformCache.transform(path);
      const run = compileFunction(code, PARAMETERS, { filename: path });
      run.call(module.exports, module, module.exports, load, dirname(path), path);
    } catch (error) {
      sources.delete(path);
      throw error;
    }
    return module.exports;
  }

  compile(code, filename) {
    const known = compiled.get(filename);
    if (known?.code === code) return known.run;
    const run = compileFunction(code, this.executor.injectedModuleParameters, { filename });
    if (!filename.includes('.test.')) compiled.set(filename, { code, run });
    return run;
  }
};

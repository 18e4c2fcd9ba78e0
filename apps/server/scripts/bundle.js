import { once } from 'node:events';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startGroup } from './children.js';
import { say } from './say.js';

/**
 * Bundles our compiled code and the libraries into a file for each program, next to its V8 code cache; together they
 * load in a third of the time. apps/server/src/program/load.ts uses the bundles if they belong to
 * the current build. If bundling fails, the commands still work but start more slowly.
 */
export async function bundle(root) {
  const dist = join(root, 'apps/server/dist');
  try {
    const { bundleOf, codeOf, isBundled } = await import(urlOf(dist, 'program/build-state.js'));
    if (isBundled(root, 'service') && isBundled(root, 'tandem')) return;
    const [service, tandem] = ['service', 'tandem'].map((name) => bundleOf(root, name));
    // A running server has already read the old bundle completely.
    for (const name of readdirSync(dist)) if (name.includes('bundle-')) rmSync(join(dist, name));
    // What it imports on demand, only other commands need.
    await write(root, service, {
      external: ['*/operator-commands.js', '*/config.js', '@tandem/adapter-mcp'],
    });
    await compile(dist, service, codeOf(service), ['task', 'list'], { TANDEM_KEY: 'not a key' });
    await write(root, tandem);
    await compile(dist, tandem, codeOf(tandem), ['serve'], { TANDEM_PORT: '0' });
  } catch (error) {
    say(`Commands will start more slowly, because bundling failed: ${firstLine(error)}`);
  }
}

/** How the programs bundle their libraries. */
export const libraries = (root) => ({
  alias: {
    // Its CommonJS build hides its imports from the bundler.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    // Express and three of its libraries bring a copy each, whose tables take 20 ms to fill.
    'mime-types': libraryOf(root, 'express', 'mime-types'),
  },
  plugins: [
    // 0.4 MB of tables for Asian encodings. Bodies are JSON in Unicode, or bytes.
    replacing(/^\.\/dbcs-data(\.js)?$/, 'module.exports = {};'),
    // 0.2 MB that validate forms which an MCP server sends to its client. Tandem sends none.
    replacing(/^\.\/ajvProvider-\w+\.mjs$/, 'export const n = class {};'),
  ],
});

/** Replaces the modules that are imported by these paths. */
const replacing = (filter, contents) => ({
  name: `replacing ${filter}`,
  setup(build) {
    const namespace = `${filter}`;
    build.onResolve({ filter }, ({ path }) => ({ path, namespace }));
    build.onLoad({ filter: /./, namespace }, () => ({ contents }));
  },
});

async function write(root, file, options = {}) {
  const { build } = await import(urlOf(root, 'node_modules/esbuild/lib/main.js'));
  const unfinished = unfinishedOf(file);
  await build({
    absWorkingDir: root,
    entryPoints: ['apps/server/dist/program/run.js'],
    outfile: unfinished,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    minifyWhitespace: true,
    minifySyntax: true,
    // The lines that stack traces quote stay short.
    lineLimit: 200,
    // `require` loads Node's own modules faster.
    supported: { 'dynamic-import': false },
    logLevel: 'silent',
    banner: { js: URL_OF_MODULE },
    define: { 'import.meta.url': 'urlOfBundle' },
    ...libraries(root),
    ...options,
  });
  renameSync(unfinished, file);
}

/** Runs a command from a bundle in an empty folder and writes the code cache of all that it ran. */
async function compile(dist, file, code, command, settings) {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-'));
  try {
    const others = Object.entries(process.env).filter(([name]) => !name.startsWith('TANDEM_'));
    const env = { ...Object.fromEntries(others), ...settings };
    // V8 code caches hold the file name for stack traces, so the cache is made from the final path.
    const args = [join(dist, 'program/compile.js'), file, unfinishedOf(file), ...command];
    const child = startGroup(process.execPath, args, { cwd: folder, env, stdio: 'ignore' });
    const [status] = await once(child, 'close');
    if (status !== 0) throw new Error(`tandem ${command[0]} did not run from its bundle.`);
    renameSync(unfinishedOf(file), code);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `import.meta.url` of the bundled modules, which they use to find files next to them. */
const URL_OF_MODULE = `const urlOfBundle = require('node:url').pathToFileURL(__filename).href;`;

const unfinishedOf = (file) => join(file, `../.${process.pid}.${basename(file)}`);

/** The entry point of a library as another one finds it. */
const libraryOf = (root, user, name) =>
  createRequire(join(root, 'node_modules', user, 'package.json')).resolve(name);

const urlOf = (...path) => pathToFileURL(join(...path)).href;

const firstLine = ({ message }) => String(message).split('\n')[0];

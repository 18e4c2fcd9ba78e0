import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { libraries } from './bundle.js';
import { driverWithBinaries, readJson } from './install.js';

/** The oldest Node for which the database driver ships binaries. */
const NODE = 22;

/** The files that the API reference serves; compressed, the first two take a quarter of the space. */
const SWAGGER_COMPRESSED = ['swagger-ui-bundle.js', 'swagger-ui.css'];
const SWAGGER = ['favicon-32x32.png', 'LICENSE', 'NOTICE'];

/**
 * Writes the package that is published as the server into a folder: the whole program as a few modules, the web
 * application, and the libraries that the program loads by name, reduced to the files in use. It has no dependencies.
 * Needs a complete build.
 */
export async function writeServerPackage(root, folder) {
  const own = join(root, 'apps/server');
  mkdirSync(join(folder, 'dist'), { recursive: true });
  const scope = readJson(join(own, 'package.json')).name.split('/')[0];
  const bundled = await writeLibraries(root, folder, scope);
  await writeProgram(root, folder);
  cpSync(join(root, 'apps/web/dist'), join(folder, 'dist/page'), { recursive: true });
  cpSync(join(own, 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifestOf(root, bundled), null, 2));
}

function manifestOf(root, bundled) {
  const own = readJson(join(root, 'apps/server/package.json'));
  const { name, version, description, license, repository, type, bin } = own;
  return {
    name,
    version,
    description,
    license,
    repository,
    type,
    gitHead: commitOf(root),
    engines: { node: `>=${NODE}` },
    bin,
    exports: { './package.json': './package.json' },
    files: ['dist'],
    dependencies: Object.fromEntries(bundled.map(({ name, version }) => [name, version])),
    bundleDependencies: bundled.map(({ name }) => name),
  };
}

/** Checks Node before the program loads, and lets Node keep its compiled code. */
const CLI = `#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const { node } = process.versions;
const { HOME, XDG_CACHE_HOME } = process.env;
const cache = XDG_CACHE_HOME || (HOME && join(HOME, '.cache'));
if (Number.parseInt(node, 10) >= ${NODE}) {
  // Node's own choice is a folder that other users can write to.
  if (cache) enableCompileCache(join(cache, 'tandem'));
  await import('./program.js');
} else {
  console.error('Tandem needs Node ${NODE} or newer; this is ' + node + '.');
  process.exitCode = 1;
}
`;

/** What CommonJS libraries expect. The names differ from those that our modules import. */
const COMMON_JS = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url), { filename: __filename, dirname: __dirname } = import.meta;`;

async function writeProgram(root, folder) {
  const { build } = await esbuildOf(root);
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: { program: 'apps/server/dist/cli.js', agent: 'apps/demo/dist/agents/agent.js' },
    outdir: join(folder, 'dist'),
    bundle: true,
    splitting: true,
    minify: true,
    // Classes are told apart by name in the log.
    keepNames: true,
    platform: 'node',
    format: 'esm',
    target: `node${NODE}`,
    banner: { js: COMMON_JS },
    ...libraries(root),
    external: ['undici'],
    charset: 'utf8',
    logLevel: 'warning',
  });
  refuseDevelopmentLibraries(root, Object.keys(metafile.inputs));
  writeFileSync(join(folder, 'dist/cli.js'), CLI, { mode: 0o755 });
}

/** Only tests install these, so a build of the image would fail. */
function refuseDevelopmentLibraries(root, files) {
  const { packages } = readJson(join(root, 'package-lock.json'));
  const names = new Set(files.map((file) => file.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//)?.[1]));
  const wrong = [...names].filter((name) => packages[name]?.dev);
  if (wrong.length > 0) throw new Error(`The server imports libraries of tests: ${wrong.join(', ')}.`);
}

/** Writes the libraries that the program resolves by name; returns their manifests. */
async function writeLibraries(root, folder, scope) {
  const libraries = join(folder, 'node_modules');
  return [
    copyDriver(root, libraries),
    copySwagger(root, libraries),
    await bundleLibrary(root, libraries, '@aws-sdk/client-s3', storageClient(root)),
    await bundleLibrary(root, libraries, 'undici', WEBHOOK_CLIENT),
    writeAgent(root, libraries, scope),
  ];
}

/** The driver with its binaries for the systems that Tandem supports, and without the sources of SQLite. */
function copyDriver(root, libraries) {
  const from = driverWithBinaries(root);
  const to = join(libraries, 'better-sqlite3');
  cpSync(from, to, {
    recursive: true,
    filter: (path) =>
      !/\/(build|deps|src|node_modules|binding\.gyp|win32-\w+\.(js|node))$/.test(path.slice(from.length)),
  });
  const { name, version, license, main, exports } = readJson(join(from, 'package.json'));
  return writePackage(to, { name, version, license, main, exports });
}

function copySwagger(root, libraries) {
  const from = join(root, 'node_modules/swagger-ui-dist');
  const to = join(libraries, 'swagger-ui-dist');
  for (const file of SWAGGER) cpSync(join(from, file), join(to, file));
  for (const file of SWAGGER_COMPRESSED) {
    writeFileSync(join(to, `${file}.gz`), gzipSync(readFileSync(join(from, file)), { level: 9 }));
  }
  const { name, version, license } = readJson(join(from, 'package.json'));
  return writePackage(to, { name, version, license });
}

/** The class of undici that delivers webhooks, with its one method in use: half of the library. */
const WEBHOOK_CLIENT = `import Client from 'undici/lib/dispatcher/client.js';
import request from 'undici/lib/api/api-request.js';
Client.prototype.request = request;
export { Client };`;

/** The classes of the S3 client that the compiled adapter names. */
function storageClient(root) {
  const adapter = ['client.js', 'bucket.js'].map((file) =>
    readFileSync(join(root, 'packages/adapter-s3/dist', file), 'utf8'),
  );
  const names = new Set(adapter.join().match(/\b(S3Client|[A-Z]\w*Command)\b/g));
  return `export { ${[...names].join()} } from '@aws-sdk/client-s3';`;
}

/** Writes what `contents` exports of a library as one file. */
async function bundleLibrary(root, libraries, name, contents) {
  const manifest = readJson(join(root, 'node_modules', name, 'package.json'));
  const { build } = await esbuildOf(root);
  await build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root },
    outfile: join(libraries, name, 'index.js'),
    bundle: true,
    minify: true,
    // Unlike CommonJS, its unused parts can be left out.
    mainFields: ['module', 'main'],
    platform: 'node',
    format: 'cjs',
    target: `node${NODE}`,
  });
  const { version, license } = manifest;
  return writePackage(join(libraries, name), { name, version, license, main: 'index.js' });
}

/** The program of the demo's agents, which the demo starts as a process. */
function writeAgent(root, libraries, scope) {
  const { version, license } = readJson(join(root, 'apps/demo/package.json'));
  const name = `${scope}/demo`;
  const manifest = { name, version, license, type: 'module', exports: { './agent': './agent.js' } };
  writePackage(join(libraries, name), manifest);
  writeFileSync(join(libraries, name, 'agent.js'), "import '../../../dist/agent.js';\n");
  return manifest;
}

function writePackage(folder, manifest) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  return manifest;
}

/** Outside of a git clone, the image's build argument (Dockerfile); undefined without one. */
const commitOf = (root) =>
  spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout?.trim() ||
  process.env.COMMIT ||
  undefined;

const esbuildOf = (root) => import(pathToFileURL(join(root, 'node_modules/esbuild/lib/main.js')).href);

// `npm run release`: packs all public packages, checks them and publishes those that the registry doesn't have;
// --dry-run only prints what it would do.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { fail, say } from './say.js';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const TARBALLS = join(ROOT, 'tarballs');
const isDryRun = process.argv.includes('--dry-run');

/** How compilers resolve a package for `require`; packages that are ES modules only have no types for it. */
const COMMON_JS = ['node10', 'node16-cjs'];

runScript('pack.js');
runScript('pack-server.js');
const packages = ['', 'server'].flatMap((folder) =>
  readdirSync(join(TARBALLS, folder))
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => inspect(join(TARBALLS, folder, name))),
);
const [{ version }] = packages;
const problems = (await Promise.all(packages.map(problemsOf))).flat();
if (packages.some((each) => each.version !== version)) problems.push('The packages have different versions.');
/** npm accepts provenance only from a CI system that it trusts, for packages that name their `repository`. */
const hasProvenance =
  process.env.ACTIONS_ID_TOKEN_REQUEST_URL !== undefined && packages.every(({ repository }) => repository);

const width = Math.max(...packages.map(({ name }) => name.length));
for (const { name, packed, unpacked, files } of packages) {
  process.stdout.write(
    `${name.padEnd(width)}  ${version}  ${kilobytes(packed)} packed  ${kilobytes(unpacked)} unpacked  ${files} files\n`,
  );
}
process.stdout.write(
  `Provenance: ${hasProvenance ? 'yes' : 'no (only when a CI system publishes packages that name their repository)'}\n`,
);
if (problems.length > 0) fail(problems.join('\n'));
if (isDryRun) process.stdout.write('Nothing was published: this is a dry run.\n');
else for (const each of packages) publish(each);

function runScript(name) {
  const script = join(ROOT, 'apps/server/scripts', name);
  const { status } = spawnSync(process.execPath, [script], { cwd: ROOT, stdio: ['ignore', 2, 2] });
  if (status !== 0) fail('Nothing was published: the packages could not be packed.');
}

function inspect(tarball) {
  const bytes = readFileSync(tarball);
  const data = createPackageFromTarballData(bytes);
  const { name, version, repository, exports } = JSON.parse(
    data.readFile(`/node_modules/${data.packageName}/package.json`),
  );
  const files = data.listFiles();
  const hasCommonJs = JSON.stringify(exports).includes('"require"');
  return {
    tarball,
    data,
    name,
    version,
    repository,
    hasCommonJs,
    packed: bytes.length,
    unpacked: gunzipSync(bytes).length,
    files: files.length,
  };
}

async function problemsOf({ name, tarball, data, hasCommonJs }) {
  const { buffer } = new Uint8Array(readFileSync(tarball));
  const { messages } = await publint({ pack: { tarball: buffer }, level: 'suggestion' });
  // A program without entry points has no types.
  const { problems = [] } = await checkPackage(data);
  const relevant = problems.filter(
    ({ resolutionKind }) => hasCommonJs || !COMMON_JS.includes(resolutionKind),
  );
  const missing = ['README.md', 'LICENSE'].filter(
    (file) => !data.fileExists(`/node_modules/${name}/${file}`),
  );
  return [
    ...messages.map(({ code, path }) => `${name}: publint: ${code} ${path.join('.')}`),
    ...relevant.map(({ kind, entrypoint = '' }) => `${name}: are the types wrong? ${kind} ${entrypoint}`),
    ...missing.map((file) => `${name}: ${file} is missing.`),
  ];
}

function publish({ name, version, tarball }) {
  if (isPublished(name, version)) {
    say(`${name} ${version} is already published.`);
    return;
  }
  say(`Publishing ${tarball} …`);
  const args = ['publish', tarball, '--access', 'public', ...(hasProvenance ? ['--provenance'] : [])];
  const { status } = spawnSync('npm', args, { cwd: ROOT, stdio: ['inherit', 2, 2] });
  if (status !== 0) fail(`${tarball} was not published. Run the same command again when the cause is fixed.`);
}

function isPublished(name, version) {
  const { stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'version'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return stdout?.trim() === version;
}

function kilobytes(bytes) {
  return `${String(Math.ceil(bytes / 1000)).padStart(6)} kB`;
}

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../testing/tandem.ts';

const SCRIPT = pathToFileURL(join(ROOT, 'apps/server/scripts/why-install-failed.js')).href;

interface Around {
  readonly programs?: readonly string[];
  readonly headers?: string | null;
}

/** The script's reading of npm's output in the clone /srv/tandem. The script is JavaScript, so Node runs it. */
function lineOf(output: string, { programs = ['apt-get'], headers = null }: Around = {}): string {
  const program = `
    import { whyInstallFailed } from ${JSON.stringify(SCRIPT)};
    const { output, programs, headers } = JSON.parse(process.argv[1]);
    const has = (program) => programs.includes(program);
    console.log(whyInstallFailed(output, { root: '/srv/tandem', has, headers }));`;
  const given = JSON.stringify({ output, programs, headers });
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program, given], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^[^\n]+\n$/);
  return stdout.trim();
}

/** The lines that npm 11 prints before and after any error. */
const compiling = (...lines: readonly string[]) =>
  [
    'code 1',
    'path /srv/tandem/node_modules/better-sqlite3',
    'command failed',
    'command sh -c prebuild-install || node-gyp rebuild --release',
    ...lines,
    'gyp ERR! System Linux 6.18',
    'gyp ERR! not ok',
  ]
    .map((line) => `npm error ${line}\n`)
    .join('');

const APT = 'Run sudo apt-get install -y python3 make g++, then try again.';

describe('the reason of a failed installation, with its remedy', () => {
  test.each([
    [
      'Python',
      [
        'gyp ERR! find Python ',
        'gyp ERR! configure error ',
        'gyp ERR! stack Error: Could not find any Python installation to use',
      ],
    ],
    ['make', ['gyp ERR! build error ', 'gyp ERR! stack Error: not found: make']],
    [
      'C++ compiler',
      [
        'make: cc: No such file or directory',
        'gyp ERR! build error ',
        'gyp ERR! stack Error: `make` failed with exit code: 2',
      ],
    ],
  ])('names a missing program: %s', (what, lines) => {
    const line = lineOf(compiling(...lines));
    expect(line).toBe(`better-sqlite3 has to be compiled here, but ${what} is missing. ${APT}`);
  });

  test('recommends the install command of the operating system', () => {
    const output = compiling('gyp ERR! stack Error: not found: make');
    expect(lineOf(output, { programs: ['dnf'] })).toContain('Run sudo dnf install -y python3 make gcc-c++,');
    expect(lineOf(output, { programs: ['xcode-select'] })).toContain('Run xcode-select --install,');
    expect(lineOf(output, { programs: [] })).toContain(
      'the command that installs Python, make and a C++ compiler',
    );
  });

  test('names missing headers of Node, although Node is installed', () => {
    const output = compiling(
      'gyp ERR! configure error ',
      'gyp ERR! stack Error: This is most likely not a problem with node-gyp or the package itself and',
      'gyp ERR! stack is related to network connectivity. In most cases you are behind a proxy or have bad',
    );
    const line = "better-sqlite3 has to be compiled here, but Node's headers could not be downloaded.";
    expect(lineOf(output)).toBe(`${line} Check the network (curl -I https://nodejs.org), then try again.`);
    expect(lineOf(output, { headers: '/usr' })).toBe(
      `${line} Run npm_config_nodedir=/usr npm ci, then try again.`,
    );
  });

  test('names an unreachable network', () => {
    const output = `npm error code ECONNREFUSED
npm error syscall connect
npm error errno ECONNREFUSED
npm error FetchError: request to http://127.0.0.1:9/zod-openapi failed, reason: connect ECONNREFUSED 127.0.0.1:9
npm error     at ClientRequest.<anonymous> (/usr/lib/node_modules/npm/node_modules/minipass-fetch/lib/index.js:130:14)
`;
    expect(lineOf(output)).toBe(
      'The package registry at http://127.0.0.1:9 cannot be reached (ECONNREFUSED). Check the network and its proxy until npm ping succeeds, then try again.',
    );
    for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'SELF_SIGNED_CERT_IN_CHAIN']) {
      expect(lineOf(`npm error code ${code}\n`)).toContain(`cannot be reached (${code})`);
    }
  });

  test('names missing write permission, in the clone or in the npm cache', () => {
    const outputFor = (path: string) => `npm error code EACCES
npm error syscall mkdir
npm error path ${path}
npm error errno -13
npm error Error: EACCES: permission denied, mkdir '${path}'
`;
    expect(lineOf(outputFor('/srv/tandem/node_modules'))).toBe(
      'This user may not write to /srv/tandem. Run sudo chown -R "$(id -un)" /srv/tandem, then try again.',
    );
    expect(lineOf(outputFor('/home/ada/.npm/_cacache/tmp'))).toContain('"$(npm config get cache)"');
  });

  test('names a full disk, whatever ran out of space', () => {
    const output = compiling('gyp ERR! stack Error: ENOSPC: no space left on device, write');
    expect(lineOf(output)).toMatch(/^The disk is full\. Free some space /);
  });

  test('names a corrupt cache or lockfile', () => {
    expect(lineOf('npm error code EINTEGRITY\n')).toContain('npm cache clean --force');
    const lockfile =
      'npm error code EUSAGE\nnpm error\nnpm error `npm ci` can only install packages when your package.json and package-lock.json are in sync.\n';
    expect(lineOf(lockfile)).toContain('npm install');
  });

  test('repeats the first words of npm for any other failure', () => {
    expect(lineOf('npm error code E404\nnpm error 404 Not Found - GET https://example.org/x\n')).toBe(
      'The dependencies could not be installed: 404 Not Found - GET https://example.org/x. See the lines above.',
    );
    expect(lineOf('')).toBe('The dependencies could not be installed: npm ci failed. See the lines above.');
  });
});

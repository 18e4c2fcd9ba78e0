import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const read = (path: string) => readFileSync(join(__dirname, path), 'utf8');

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const whereSystemdIs = hasSystemd ? test : test.skip;

whereSystemdIs('systemd takes the unit as it is, and knows every setting of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-unit-'));
  const unit = join(folder, 'tandem.service');
  // The same, with a Node that is on this machine; where it is elsewhere, systemd would miss it.
  writeFileSync(unit, read('systemd/tandem.service').replace('/usr/bin/node', process.execPath));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(stderr.split('\n').filter((line) => line.includes('tandem.service'))).toEqual([]);
  expect(status).toBe(0);
});

test('both examples run what the package calls tandem, built by a script that there is', () => {
  const manifest = JSON.parse(read('../../apps/server/package.json'));
  const scripts = Object.keys(JSON.parse(read('../../package.json')).scripts);
  const program = `apps/server/${manifest.bin.tandem.replace('./', '')}`;
  expect(read('systemd/tandem.service')).toContain(`node ${program} serve\n`);
  expect(read('docker/Dockerfile')).toContain(
    JSON.stringify(['node', program, 'serve']).replaceAll(',', ', '),
  );
  expect(scripts).toContain('build');
});

test('the upgrade builds: on the page, in the unit and in the image', () => {
  const upgrade = read('../operating.md')
    .split(/^## /m)
    .find((chapter) => chapter.startsWith('Upgrade\n'));
  expect(upgrade).toMatch(/git pull\n +npm run build\n/);
  expect(read('systemd/tandem.service')).toContain('git pull, npm run build');
  expect(read('docker/Dockerfile')).toContain('npm run build');
});

test('the image has a Node that is kept up for years, and one that Tandem is tested on', () => {
  const versions = [...read('docker/Dockerfile').matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) => major);
  expect(versions).toEqual(['24', '24']);
  expect(read('../../README.md')).toContain('tested on Node 20, 22 and 24');
});

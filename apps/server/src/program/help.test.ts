import { spawnSync } from 'node:child_process';
import { commandOf } from '@tandem/cli';
import type { Command } from 'commander';
import { CLI, cleanUp, tandem } from '../../testing/tandem.ts';
import * as operator from './operator-commands.ts';
import { wholeProgram } from './run.ts';

afterEach(cleanUp);

const leaves = (command: Command, path: readonly string[] = []): [string, Command][] =>
  command.commands.length === 0
    ? [[path.join(' '), command]]
    : command.commands.flatMap((each) => leaves(each, [...path, each.name()]));

function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp();
  return text;
}

test.each(leaves(wholeProgram(operator)))(
  'the help of tandem %s has an example that it accepts',
  (path, command) => {
    const [, example = ''] = /\nExample:\n {2}(.*)/.exec(helpOf(command)) ?? [];
    expect(example).toMatch(new RegExp(`^tandem ${path}( |$)`));
    expect(commandOf(wholeProgram(operator), example).name()).toBe(command.name());
    const options = command.options.flatMap(({ long }) => long);
    for (const [option] of example.matchAll(/--[\w-]+/g)) expect(options).toContain(option);
  },
);

test.each([
  ['a command', ['sreve'], 'Did you mean serve?'],
  ['a command of a group', ['task', 'lst'], 'Did you mean list?'],
  ['an option', ['serve', '--prot', '80'], 'Did you mean --port?'],
  ['an option of the default command', ['--prot', '80'], 'Did you mean --port?'],
])('a mistyped %s suggests the nearest', async (_what, args, suggestion) => {
  const { code, stderr } = await tandem(args);
  expect(code).toBe(2);
  expect(stderr).toContain(suggestion);
});

test('options of serve take precedence over settings, which check them', async () => {
  const { code, stderr } = await tandem(['serve', '--port', 'eighty'], { TANDEM_PORT: '0' });
  expect([code, stderr]).toEqual([1, expect.stringContaining('TANDEM_PORT must be an integer')]);
});

test('a reader of the help of serve may stop early', () => {
  const line = '"$1" "$2" serve --help | true';
  const { stderr } = spawnSync('sh', ['-c', line, 'sh', process.execPath, CLI], { encoding: 'utf8' });
  expect(stderr).toBe('');
});

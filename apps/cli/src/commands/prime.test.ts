import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { newUser, run } from '../../testing/cli.ts';

test('the instructions for agents take under 400 tokens and need no server', async () => {
  const { code, stdout } = await run(newUser(), ['prime']);
  expect(code).toBe(0);
  expect(countTokens(stdout)).toBeLessThan(400);
});

test('every command and option in the instructions exists', async () => {
  const user = newUser();
  const { stdout } = await run(user, ['prime']);
  const named = [...stdout.matchAll(/tandem ([a-z]+(?: [a-z]+)?)(?: [^`]*)?`/g)];
  expect(named.length).toBeGreaterThan(8);
  for (const [example, command = ''] of named) {
    const words = command.split(' ');
    const group = ['task', 'work'].includes(words[0] ?? '') ? words : words.slice(0, 1);
    const help = await run(user, [...group, '--help']);
    expect([example, help.code]).toEqual([example, 0]);
    for (const [option] of example.matchAll(/--[a-z]+/g)) expect(help.stdout).toContain(option);
  }
});

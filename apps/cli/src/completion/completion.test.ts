import { needingTerminal } from '@tandem/core/testing/programs';
import { CLI as WHOLE } from '@tandem/server/testing';
import { newUser, run, startAs } from '../../testing/cli.ts';

const SHELLS = {
  bash: { args: '--norc --noprofile -i', before: '' },
  zsh: { args: '-f -i', before: 'autoload -Uz compinit; compinit -D; ' },
} as const;
const [TAB, ENTER] = ['\t', '\r'];
/**
 * Printed by shells when they are ready for input: the sequence that enables bracketed paste, or else a
 * prompt.
 */
const EDITING = /\[\?2004h|[#$] $/;

/** Typed keys, and the completed command. */
const TYPED = [
  [`tand${TAB}ta${TAB}rev${TAB}7`, 'task review 7'],
  [`tandem task move 7 wai${TAB}`, 'task move 7 waiting'],
  [`tandem work submit --summ${TAB}x`, 'work submit --summary x'],
  [`tandem task list --status cance${TAB}`, 'task list --status canceled'],
  [`tandem task list --status todo,wai${TAB}`, 'task list --status todo,waiting'],
  [`tandem task move --reason why 7 back${TAB}`, 'task move --reason why 7 backlog'],
  [`tandem works${TAB}cre${TAB}--adm${TAB}ada`, 'workspace create --admin ada'],
] as const;

for (const shell of ['bash', 'zsh'] as const) {
  const { test } = needingTerminal(shell);

  test(`${shell} completes commands, options and values as typed, including the operator's`, async () => {
    const doing = startAs(newUser({ TERM: 'xterm' }), 'script', [
      '-qefc',
      `${shell} ${SHELLS[shell].args}`,
      '/dev/null',
    ]);
    // Input typed before the prompt is not edited by the shell.
    await doing.says(EDITING);
    const script = `source <("${process.execPath}" "${WHOLE}" completion ${shell})`;
    doing.type(`${SHELLS[shell].before}tandem() { echo "RAN: $*."; }; ${script}; echo REA''DY${ENTER}`);
    await doing.says(/READY/);
    for (const [keys, expected] of TYPED) {
      doing.type(keys + ENTER);
      await doing.says(new RegExp(`[\\r\\n]RAN: ${expected}\\.`));
    }
    doing.type(`exit${ENTER}`);
    expect((await doing.done).code).toBe(0);
  });
}

test('lists the supported shells when given another', async () => {
  const { code, stderr } = await run(newUser(), ['completion', 'fish']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('Allowed choices are bash, zsh.')]);
});

test('the command line without a server completes its own commands', async () => {
  const { stdout } = await run(newUser(), ['completion', 'bash']);
  expect(stdout).toContain(`' task move|1') values='backlog todo `);
  expect(stdout).not.toContain('workspace');
});

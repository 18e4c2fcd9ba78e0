import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { needing } from '@tandem/core/testing/programs';
import { keepWhatRuns, type Office, office } from '@tandem/server/testing';
import { CLI, newUser, run, start, startAs, type User } from '../../testing/cli.ts';
import { type ModelServer, startModel, type Turn } from '../../testing/model-server.ts';
import { telemetryVariables } from '../worker/telemetry.ts';
import type { ToolName } from './names.ts';

/**
 * `TANDEM_TEST_AGENTS=1` installs the coding agents, about 1 GB, and runs them against a scripted model on this machine;
 * a path names a folder where they are installed.
 */
const AGENTS = process.env.TANDEM_TEST_AGENTS;

const PACKAGES = [
  '@anthropic-ai/claude-code',
  '@agentclientprotocol/claude-agent-acp',
  '@openai/codex',
  '@agentclientprotocol/codex-acp',
  '@google/gemini-cli',
  'opencode-ai',
];

const PROMPT = 'work on the next Tandem task';

interface Program {
  readonly command: readonly string[];
  /** Starts the program as an Agent Client Protocol server. */
  readonly acp: string;
  /** The model's call while the program is still starting Tandem's tools. */
  readonly meanwhile?: Turn;
  /** Whether it sends usage metrics when the worker configures them. */
  readonly isMeasured: boolean;
  /** Variables that lead it to the model. */
  env(model: string): Readonly<Record<string, string>>;
  /** Prepares the user's own settings. */
  prepare?(user: User, repository: string, model: string): void;
}

const PROGRAMS: Readonly<Partial<Record<ToolName, Program>>> = {
  claude: {
    command: ['claude', '-p', PROMPT, '--allowedTools', 'mcp__tandem'],
    acp: 'claude-agent-acp',
    meanwhile: { tool: 'WaitForMcpServers', input: {} },
    isMeasured: true,
    env: (model) => ({
      // The scripted model doesn't search for tools.
      ENABLE_TOOL_SEARCH: 'false',
      ANTHROPIC_BASE_URL: model,
      ANTHROPIC_API_KEY: 'not-a-key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
  },
  codex: {
    command: ['codex', 'exec', '--dangerously-bypass-approvals-and-sandbox', PROMPT],
    acp: 'codex-acp',
    meanwhile: { tool: 'exec_command', input: { cmd: 'sleep 1' } },
    isMeasured: false,
    env: () => ({ MODEL_KEY: 'not-a-key' }),
    prepare: ({ home }, repository, model) => {
      mkdirSync(join(home, '.codex'));
      writeFileSync(
        join(home, '.codex/config.toml'),
        `model = "gpt-5"\nmodel_provider = "here"\n[model_providers.here]\nname = "here"\nbase_url = "${model}/v1"\nwire_api = "responses"\nenv_key = "MODEL_KEY"\n[projects."${repository}"]\ntrust_level = "trusted"\n`,
      );
    },
  },
  gemini: {
    command: ['gemini', '--model', 'gemini-2.5-pro', '--yolo', '--skip-trust', '-p', PROMPT],
    acp: 'gemini --model gemini-2.5-pro --skip-trust --acp',
    isMeasured: true,
    env: (model) => ({
      GOOGLE_GEMINI_BASE_URL: model,
      GEMINI_API_KEY: 'not-a-key',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    prepare: ({ home }) => {
      mkdirSync(join(home, '.gemini'));
      const auth = { selectedType: 'gemini-api-key' };
      writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify({ security: { auth } }));
    },
  },
  opencode: {
    command: ['opencode', 'run', '--model', 'here/model', PROMPT],
    acp: 'opencode acp',
    isMeasured: false,
    env: () => ({}),
    prepare: ({ home }, _repository, model) => {
      mkdirSync(join(home, '.config/opencode'), { recursive: true });
      const here = {
        npm: '@ai-sdk/anthropic',
        options: { baseURL: `${model}/v1`, apiKey: 'not-a-key' },
        models: { model: { name: 'model', limit: { context: 100_000, output: 10_000 } } },
      };
      writeFileSync(
        join(home, '.config/opencode/opencode.json'),
        JSON.stringify({ provider: { here }, model: 'here/model' }),
      );
    },
  },
};

const { describe } = needing('TANDEM_TEST_AGENTS', AGENTS !== undefined && AGENTS !== '');

describe('the real program', () => {
  let there: Office;
  let model: ModelServer | undefined;
  let installed: string;

  beforeAll(async () => {
    there = await office();
    keepWhatRuns();
    installed = AGENTS === '1' ? mkdtempSync(join(tmpdir(), 'tandem-agents-')) : realpathSync(String(AGENTS));
    if (existsSync(join(installed, 'node_modules'))) return;
    execFileSync('npm', ['install', '--prefix', installed, '--no-audit', '--no-fund', ...PACKAGES], {
      stdio: 'ignore',
    });
  }, 600_000);

  afterAll(() => {
    if (AGENTS === '1') rmSync(installed, { recursive: true });
  });

  afterEach(() => model?.close());

  /** A user with `tandem` and the programs on their path, and a repository. */
  function userWithPrograms(): { user: User; repository: string } {
    const user = newUser();
    const [bin, repository] = [join(user.home, 'bin'), join(realpathSync(user.home), 'repository')];
    mkdirSync(bin);
    mkdirSync(repository);
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: repository });
    writeFileSync(join(bin, 'tandem'), `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`);
    chmodSync(join(bin, 'tandem'), 0o755);
    const path = [bin, join(installed, 'node_modules/.bin'), process.env.PATH].join(delimiter);
    return { user: { ...user, env: { PATH: path } }, repository };
  }

  /** Whether usage of the agent has arrived. */
  async function isMeasured(agent: string): Promise<boolean> {
    const { data: items } = await there.ada.client.usage.list({ groupBy: 'agent' });
    return items.some((sum) => sum.agent?.name === agent && (sum.usage.outputTokens ?? 0) > 0);
  }

  test.each(Object.entries(PROGRAMS))(
    '%s does a task over the Agent Client Protocol',
    async (name, program) => {
      const { user, repository } = userWithPrograms();
      const url = there.server.url;
      const author = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.com'];
      execFileSync('git', [...author, 'commit', '-q', '--allow-empty', '-m', 'Begin'], { cwd: repository });
      await run(user, ['login', '--url', url], there.adminKey);
      const agent = `${name}-acp`;
      await run(user, ['agent', 'setup', name, '--agent', agent, '--dir', repository, '--yes']);
      const { taskNumber } = await there.ada.client.tasks.create({ title: 'Count', assignedTo: agent });
      const scripted = await startModel(
        [
          { tool: 'submit_work', input: { task: taskNumber, outcome: 'succeeded', summary: 'Counted.' } },
          { text: 'Done.' },
        ],
        program.meanwhile,
      );
      model = scripted;
      program.prepare?.(user, repository, scripted.url);
      const env = { ...user.env, ...program.env(scripted.url), TANDEM_URL: url };
      const args = ['agent', 'run', '--agent', agent, '--acp', program.acp, '--repo', repository];
      const worker = start({ ...user, env }, args);
      await worker.says(new RegExp(`task ${taskNumber}: handed in by the agent`));
      const { data: items } = await there.ada.client.results.list(taskNumber);
      expect(items).toMatchObject([{ outcome: 'succeeded', summary: 'Counted.' }]);
      worker.signal('SIGTERM');
      await worker.done;
      expect([name, await isMeasured(agent)]).toEqual([name, program.isMeasured]);
    },
    120_000,
  );

  test.each(Object.entries(PROGRAMS))(
    '%s reads the written files and calls a tool',
    async (name, program) => {
      const { user, repository } = userWithPrograms();
      const url = there.server.url;
      await run(user, ['login', '--url', url], there.adminKey);
      expect((await run(user, ['agent', 'setup', name, '--dir', repository, '--yes'])).code).toBe(0);
      const title = `Count the gulls for ${name}`;
      const { taskNumber } = await there.ada.client.tasks.create({ title, assignedTo: name });
      const scripted = await startModel(
        [{ tool: 'next_work', input: { wait: 0 } }, { text: 'Done.' }],
        program.meanwhile,
      );
      model = scripted;
      program.prepare?.(user, repository, scripted.url);
      const key = JSON.parse(readFileSync(join(user.home, '.config/tandem/agents.json'), 'utf8'))[url][name];
      const telemetry = telemetryVariables({ url, runKey: key }, {});
      const env = { ...user.env, ...program.env(scripted.url), ...telemetry, PWD: repository };
      const script = `cd "${repository}" && exec "$@"`;
      const done = await startAs({ ...user, env }, 'sh', ['-c', script, 'sh', ...program.command], '').done;
      const seen = { ...done, tools: [...scripted.tools] };
      expect(seen).toMatchObject({
        code: 0,
        tools: expect.arrayContaining([expect.stringMatching(/submit_work$/)]),
      });
      expect(
        scripted.requests.some(
          (request) =>
            request.includes('The tasks of this repository are in Tandem') ||
            request.includes('tandem work next'),
        ),
      ).toBe(true);
      expect(scripted.requests.at(-1)).toContain(title);
      expect([name, await isMeasured(name)]).toEqual([name, program.isMeasured]);
      const { status } = await there.ada.client.tasks.get(taskNumber);
      // Only Claude Code has a hook that gives it back.
      expect([name, status]).toEqual([name, name === 'claude' ? 'todo' : 'in_progress']);
    },
    120_000,
  );
});

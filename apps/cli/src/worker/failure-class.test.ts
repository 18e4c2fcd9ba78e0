import { classify, restIn } from './failure-class.ts';

const NOW = new Date('2026-05-03T20:54:34Z');
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

// biome-ignore format: a table
test.each<[string, string, number | undefined]>([
  ['Claude Code', 'Claude AI usage limit reached|1777852800', 1_777_852_800_000 - NOW.getTime()],
  ['Claude Code', 'Claude usage limit reached. Your limit will reset at 3pm (America/Bogota).', 23 * HOUR + 5 * MINUTE + 26_000],
  ['Claude Code', "You've hit your limit · resets 1:30am (Asia/Dhaka)", 22 * HOUR + 35 * MINUTE + 26_000],
  ['Claude Code', "You've hit your session limit · resets 12:50am (America/Los_Angeles)", 10 * HOUR + 55 * MINUTE + 26_000],
  ['Claude Code', "You've hit your limit · resets May 5 at 9pm (America/New_York)", 2 * DAY + 4 * HOUR + 5 * MINUTE + 26_000],
  ['Claude Code', 'Error: 429 {"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your account\'s rate limit. Please try again later."}}', undefined],
  ['Claude Code', 'Credit balance is too low', undefined],
  ['Codex', "■ You've hit your usage limit. Upgrade to Pro (https://openai.com/chatgpt/pricing) or try again in 5 days 22 hours 11 minutes.", 5 * DAY + 22 * HOUR + 11 * MINUTE],
  ['Codex', "You've hit your usage limit. Upgrade to Plus to continue using Codex (https://chatgpt.com/explore/plus), or try again at May 5th, 2026 8:19 PM.", Date.parse('May 5, 2026 8:19 PM') - NOW.getTime()],
  ['Codex', '{"error":{"type":"usage_limit_reached","message":"The usage limit has been reached","plan_type":"free","resets_at":1775317531,"resets_in_seconds":602705}}', 602_705_000],
  ['Codex', 'Rate limit reached for gpt-5 in organization org-1 on tokens per min. Please try again in 1.2s.', 10_000],
  ['Gemini CLI', 'You exceeded your current quota, please check your plan and billing details.\\nPlease retry in 15.002899939s.', 15_002.899939],
  ['Gemini CLI', '"status": "RESOURCE_EXHAUSTED", "details": [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "37s" }]', 37_000],
  ['Gemini CLI', "Quota exceeded for quota metric 'Gemini 2.5 Pro Requests' and limit 'Gemini 2.5 Pro Requests per day per user per tier'", undefined],
  ['Gemini CLI', 'You have exhausted your capacity on this model. Your quota will reset after 15h28m29s.', 15 * HOUR + 28 * MINUTE + 29_000],
  ['opencode', 'Free usage exceeded, subscribe to Go [retrying in 6h16m attempt #1]', 6 * HOUR + 16 * MINUTE],
  ['opencode', 'Error: 429: {"type":"FreeUsageLimitError","message":"Error from provider (Console): Rate limit exceeded. Please try again later."}', undefined],
])('the message of %s is a quota, with its time: %s', (_, text, restMs) => {
  const { failure, restMs: rest } = classify({ exitCode: 1, text }, NOW);
  expect(failure.class).toBe('quota');
  expect(rest === undefined ? undefined : Math.round(rest)).toBe(restMs === undefined ? undefined : Math.round(restMs));
});

// biome-ignore format: a table
test.each<[number | null, string | null, string, string]>([
  [1,    null,      'TypeError: x is not a function',    'agent_error'],
  [3,    null,      '',                                  'agent_error'],
  [126,  null,      'sh: ./agent: Permission denied',    'tool_error'],
  [127,  null,      'sh: claude: not found',             'tool_error'],
  [null, 'SIGKILL', '',                                  'other'],
  [137,  null,      '',                                  'other'],
  [null, 'SIGSEGV', '',                                  'agent_error'],
  [139,  null,      'Segmentation fault',                'agent_error'],
  [1,    null,      'The limit of the loop was reached', 'agent_error'],
])('exit status %s or signal %s with %j is %s', (exitCode, signal, text, kind) => {
  const { failure } = classify({ exitCode, signal, text });
  expect(failure.class).toBe(kind);
  expect(failure.message).toMatch(/./);
});

test('a message is its end, cut to 500 characters that the service accepts', () => {
  const { failure } = classify({ exitCode: 1, text: `${'a'.repeat(600)}\0${'🪶'.repeat(400)}` });
  expect(failure.message).toBe(`${'a'.repeat(99)}${'🪶'.repeat(400)}`);
});

test('a rest in an unknown time zone is not guessed', () => {
  expect(restIn("You've hit your limit · resets 1am (Nowhere/Land)", NOW)).toBeUndefined();
});

import type { Command } from 'commander';

/** An example for each command that calls a service. */
export const EXAMPLES: readonly string[] = [
  'tandem login --url https://tandem.example.com',
  'tandem logout',
  'tandem me --json',
  'tandem mcp',
  'tandem prime >> AGENTS.md',
  'tandem find harbor survey --type task',
  'tandem task list --status todo --assigned me',
  'tandem task list --view "Overdue"',
  'tandem task show 7',
  'tandem task create "Count the gulls" --priority p1 --due +3d',
  'tandem task tree 7',
  'tandem task split 7 --file plan.json --wait',
  'tandem task edit 7 --assign ada --tag birds',
  'tandem task move 7 in_progress',
  'tandem task comment 7 "The north shore is done."',
  'tandem task comments 7',
  'tandem task attempts 7',
  'tandem task link 7 blocked_by 5',
  'tandem task unlink 7 5',
  'tandem task review 7 returned --comment "The south shore is missing."',
  'tandem view list',
  'tandem view create "My p0" --priority p0 --assigned me --shared',
  'tandem view delete "My p0"',
  'tandem work next --wait 60',
  'tandem work held',
  'tandem work heartbeat --note "Counting" --percent 40',
  'tandem work submit --summary "42 gulls" --command "tests=npm test"',
  'tandem work release --note "Fog" --after +2h',
  'tandem work ask --text "Count chicks as well?" --kind approval',
  'tandem question list --to me',
  'tandem question show ID',
  'tandem question answer ID --approve --comment "Chicks too."',
  'tandem inbox --kind review',
  'tandem goal list',
  'tandem goal show ID',
  'tandem goal verify ID --passed --evidence "Ten readers wrote back."',
  'tandem project list --status in_progress',
  'tandem project show ID',
  'tandem chat send "Is the newsletter out?" --agent scribe',
  'tandem chat read ID',
  'tandem chat list',
  'tandem agent list',
  'tandem agent pause scribe',
  'tandem agent resume scribe',
  'tandem agent stop scribe',
  "tandem agent run --agent scribe --exec 'sh answer.sh' --key-file scribe.key",
  "tandem agent run --agent scribe --acp 'gemini --acp' --allow-tools read,edit,search --key-file scribe.key",
  'tandem agent worktrees --clean',
  'tandem verifier run --agent checker --sandbox bwrap --key-file checker.key',
  'tandem verify list --state pending',
  'tandem verify report ID --outcome passed --commit "$GITHUB_SHA" --output test.log',
  'tandem agent setup claude --agent scribe',
  'tandem events --follow --type task.created',
  'tandem export --out backup --csv',
  'tandem import linear issues.csv --dry-run',
  'tandem import list',
  'tandem import merge jira.ada ada --yes',
  'tandem import undo ID',
  'tandem completion bash',
];

/** Adds each example to the help of its command. */
export function addExamples(program: Command, examples: readonly string[]): void {
  for (const example of examples) {
    commandOf(program, example).addHelpText('after', `\nExample:\n  ${example}`);
  }
}

/** The command that an example runs. */
export function commandOf(program: Command, example: string): Command {
  let found = program;
  for (const word of example.split(' ').slice(1)) {
    const next = found.commands.find((command) => command.name() === word);
    if (!next) break;
    found = next;
  }
  return found;
}

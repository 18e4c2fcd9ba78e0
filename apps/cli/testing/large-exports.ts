import { closeSync, openSync, writeSync } from 'node:fs';

/** Ten thousand characters. */
const TEXT = 'Some text. '.repeat(910);

function writeLines(path: string, lines: Iterable<string>): void {
  const file = openSync(path, 'w');
  try {
    for (const line of lines) writeSync(file, line);
  } finally {
    closeSync(file);
  }
}

/** Writes an export of Linear of this many tasks, sub-tasks before their parents, as Linear lists the newest first. */
export function writeLinearIssues(path: string, count: number, description = TEXT): void {
  function* lines() {
    yield 'ID,Title,Description,Status,Priority,Project,Creator,Labels,Created,Parent issue,Blocked by\n';
    for (let number = count; number > 0; number--) {
      const parent = number > 10 && number % 10 > 0 ? `ENG-${Math.floor(number / 10)}` : '';
      const blocker = number % 7 === 0 ? `ENG-${number - 1}` : '';
      const project = `Project ${number % 20}`;
      const creator = `person${number % 50}@example.com`;
      yield `ENG-${number},Task ${number},${description},Todo,High,${project},${creator},"a, b",2026-05-13T11:21:41Z,${parent},${blocker}\n`;
    }
  }
  writeLines(path, lines());
}

/** Writes the answer of `gh issue list --json …` with this many issues, on a single line as gh does. */
export function writeGithubIssues(path: string, count: number, body = TEXT): void {
  function* lines() {
    for (let number = 1; number <= count; number++) {
      const url = `https://github.com/acme/shop/issues/${number}`;
      const labels = [{ name: 'bug' }];
      const issue = {
        number,
        title: `Issue ${number}`,
        body,
        state: 'OPEN',
        url,
        labels,
        assignees: [],
        comments: [],
      };
      yield (number === 1 ? '[' : ',') + JSON.stringify(issue);
    }
    yield ']';
  }
  writeLines(path, lines());
}

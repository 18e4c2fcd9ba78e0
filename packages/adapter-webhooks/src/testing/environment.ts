import { runInThisContext } from 'node:vm';

/** The environment as Node itself reads it: what a test sees as `process.env` is a copy. */
const environment = runInThisContext('process.env') as NodeJS.ProcessEnv;

/** Does some work while the environment has these variables. */
export async function withEnvironment(change: Readonly<Record<string, string>>, work: () => Promise<void>) {
  const before = Object.keys(change).map((name) => [name, environment[name]] as const);
  Object.assign(environment, change);
  try {
    await work();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete environment[name];
      else environment[name] = value;
    }
  }
}

import { runInThisContext } from 'node:vm';

/** Node's own environment: in a test, `process.env` is a copy. */
const environment = runInThisContext('process.env') as NodeJS.ProcessEnv;

/** Runs a function with these environment variables set. */
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

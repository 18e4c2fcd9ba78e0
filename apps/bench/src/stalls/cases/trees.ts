import { post } from '../request.ts';
import { casesOf, type Scene, type StallCase } from './case.ts';

interface Numbered {
  readonly taskNumber: number;
}

const parts = (count: number) => Array.from({ length: count }, (_, i) => ({ title: `Part ${i}` }));

async function split({ ask }: Scene, task: number, count: number): Promise<readonly number[]> {
  const made = await ask(post(`tasks/${task}/children`, { tasks: parts(count) }));
  return (made as { children: readonly Numbered[] }).children.map(({ taskNumber }) => taskNumber);
}

const newTask = async ({ ask }: Scene) =>
  ((await ask(post('tasks', { title: 'Root' }))) as Numbered).taskNumber;

/** The root of a tree with `below` tasks below it: up to nine, with up to 100 below each. */
async function tree(scene: Scene, below: number): Promise<number> {
  const taskNumber = await newTask(scene);
  const above = await split(scene, taskNumber, 9);
  for (let left = below - above.length; left > 0; left -= 100)
    await split(scene, above[Math.floor(left / 120)] as number, Math.min(left, 100));
  return taskNumber;
}

const MAX_BELOW = 999;

/** Changes at the root of the largest trees, and splitting in one. */
export const TREES: readonly StallCase[] = [
  ...casesOf('tasks.split', {
    'into 100 in a tree of 900': async (scene) =>
      post(`tasks/${await tree(scene, 899)}/children`, { tasks: parts(100) }),
  }),
  ...casesOf('tasks.transition', {
    'of a root to the backlog, which holds 999 ready tasks': async (scene) =>
      post(`tasks/${await tree(scene, MAX_BELOW)}/transition`, { to: 'backlog' }),
    'of a root to todo, which makes 999 tasks ready': async (scene) => {
      const root = await tree(scene, MAX_BELOW);
      await scene.ask(post(`tasks/${root}/transition`, { to: 'backlog' }));
      return post(`tasks/${root}/transition`, { to: 'todo' });
    },
    'cancels a root with 999 open tasks below it': async (scene) =>
      post(`tasks/${await tree(scene, MAX_BELOW)}/transition`, { to: 'canceled', children: 'cancel' }),
  }),
];

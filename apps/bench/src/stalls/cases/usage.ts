import { get } from '../request.ts';
import { addUsage } from '../seed/usage.ts';
import { casesOf, type Scene, type StallCase } from './case.ts';

/** Each day of two years has more tasks than a page. */
const ofTwoYears = (groupBy: string) => async (scene: Scene) => {
  const tasks = Math.max(5, Math.round(scene.dataset.sizes.many / 500));
  const { from, to } = scene.make((bulk) => addUsage(bulk, tasks));
  return get('usage', { groupBy, from: String(from), to: String(to), limit: '100' });
};

/** Usage totals. */
export const USAGE: readonly StallCase[] = casesOf('usage.list', {
  'of two years, by task': ofTwoYears('task'),
  'of two years, by day': ofTwoYears('day'),
});

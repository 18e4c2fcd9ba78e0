import type { Agent } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { exact, short } from '../../ui/format.ts';
import { Progress } from '../../ui/progress.tsx';
import { Measure } from './measure.tsx';

interface UsageTodayProps {
  readonly limits: Agent['limits'];
  readonly used: Readonly<Record<string, number>> | undefined;
}

const NEARLY = 0.8;

/** An agent's usage today: limited numbers first, then the rest. */
export function UsageToday({ limits, used = {} }: UsageTodayProps) {
  const limited = Object.entries(limits?.usage ?? {});
  const others = Object.entries(used).filter(([name]) => !limits?.usage[name]);
  return (
    <>
      {limited.map(([name, { perDay }]) => {
        const value = used[name] ?? 0;
        const tone = value >= perDay ? 'bad' : value >= perDay * NEARLY ? 'warn' : undefined;
        return (
          <Measure
            key={name}
            name={strings().agents.today(name)}
            value={strings().agents.usedOf(short(value), short(perDay))}
            exact={strings().agents.usedOf(exact(value), exact(perDay))}
          >
            <Progress label={strings().agents.today(name)} value={value / perDay} tone={tone} />
          </Measure>
        );
      })}
      {others.map(([name, value]) => (
        <Measure key={name} name={strings().agents.today(name)} value={short(value)} exact={exact(value)} />
      ))}
    </>
  );
}

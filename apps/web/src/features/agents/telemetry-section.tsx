import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { MOST_POINTS, telemetryHistory } from '../../api/queries/agents.ts';
import { texts } from '../../app/texts/index.ts';
import { Failed } from '../../ui/failed.tsx';
import { Select } from '../../ui/fields.tsx';
import { Section } from '../../ui/section.tsx';
import { RANGE, RANGES, type Range } from './search.ts';
import { TelemetryCharts } from './telemetry-charts.tsx';

const route = getRouteApi('/shell/agents/$agentId');
const CHOICES = (Object.keys(RANGES) as Range[]).map((value) => ({
  value,
  text: texts.agents.ranges[value],
}));

/** What the process of an agent has reported over some time; for how long stands in the address. */
export function TelemetrySection({ agentId }: { agentId: string }) {
  const { range = RANGE } = route.useSearch();
  const navigate = useNavigate({ from: '/agents/$agentId' });
  const { data, error, refetch } = useQuery(telemetryHistory(agentId, RANGES[range]));
  return (
    <Section
      title={texts.agents.telemetry}
      beside={
        <Select
          bare
          label={texts.agents.range}
          value={range}
          options={CHOICES}
          onChange={(next) => void navigate({ search: next === RANGE ? {} : { range: next }, replace: true })}
        />
      }
    >
      {error && <Failed error={error} again={() => void refetch()} />}
      {data && data.points.length === 0 && <p className="soft">{texts.agents.noTelemetry}</p>}
      {data && data.points.length > 0 && <TelemetryCharts points={data.points} />}
      {data?.isCut && <p className="soft">{texts.agents.newestPoints(MOST_POINTS)}</p>}
    </Section>
  );
}

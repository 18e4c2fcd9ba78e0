import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { MAX_POINTS, telemetryHistory } from '../../api/queries/agents.ts';
import { strings } from '../../strings/index.ts';
import { LoadError } from '../../ui/load-error.tsx';
import { Section } from '../../ui/section.tsx';
import { optionsOf, Select } from '../../ui/select.tsx';
import { RANGE, RANGES, type Range } from './search.ts';
import { TelemetryCharts } from './telemetry-charts.tsx';

const route = getRouteApi('/shell/agents/$agentId');

/** The reports of an agent's process over a time range, which the address holds. */
export function TelemetrySection({ agentId }: { agentId: string }) {
  const { range = RANGE } = route.useSearch();
  const navigate = useNavigate({ from: '/agents/$agentId' });
  const { data, error, refetch } = useQuery(telemetryHistory(agentId, RANGES[range]));
  return (
    <Section
      title={strings().agents.telemetry}
      actions={
        <Select
          bare
          label={strings().agents.range}
          value={range}
          options={optionsOf(Object.keys(RANGES) as Range[], strings().agents.ranges)}
          onChange={(next) => void navigate({ search: next === RANGE ? {} : { range: next }, replace: true })}
        />
      }
    >
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && data.points.length === 0 && <p className="soft">{strings().agents.noTelemetry}</p>}
      {data && data.points.length > 0 && <TelemetryCharts points={data.points} />}
      {data?.isCut && <p className="soft">{strings().agents.newestPoints(MAX_POINTS)}</p>}
    </Section>
  );
}

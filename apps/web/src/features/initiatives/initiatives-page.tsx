import type { Initiative } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { initiativeList } from '../../api/queries/initiatives.ts';
import { strings } from '../../strings/index.ts';
import { RelativeTime } from '../../ui/time.tsx';
import { PlanRow } from '../plans/plan-row.tsx';
import { PlansPage } from '../plans/plans-page.tsx';
import { Progress } from '../plans/progress.tsx';
import { NewInitiative } from './new-initiative.tsx';
import { completionOf, TONES } from './progress.ts';

const route = getRouteApi('/shell/initiatives');

/** All initiatives, newest first, with the progress of their projects. */
export function InitiativesPage() {
  const { new: isNew } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <PlansPage
      kind="initiatives"
      query={useInfiniteQuery(initiativeList)}
      rowOf={(initiative) => <Row key={initiative.id} initiative={initiative} />}
      New={NewInitiative}
      isNew={isNew}
      onNew={(open) => void navigate({ search: open ? { new: true } : {}, replace: true })}
    />
  );
}

function Row({ initiative }: { initiative: Initiative }) {
  const { id, name, status, updatedAt } = initiative;
  return (
    <PlanRow
      name={
        <Link to="/initiatives/$initiativeId" params={{ initiativeId: id }}>
          {name}
        </Link>
      }
      tone={TONES[status]}
      status={strings().initiatives.status[status]}
      progress={<Progress {...completionOf(initiative)} />}
      date={<RelativeTime at={updatedAt} />}
    />
  );
}

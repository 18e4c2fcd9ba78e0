import type { Initiative } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { initiativeList } from '../../api/queries/initiatives.ts';
import { useMay } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Listed } from '../../ui/listed.tsx';
import { Page } from '../../ui/page.tsx';
import { Shares } from '../../ui/shares.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Ago } from '../../ui/time.tsx';
import styles from '../plans/plans.module.css';
import { NewInitiative } from './new-initiative.tsx';
import { progressOf, sharesOf, TONES } from './progress.ts';

const route = getRouteApi('/shell/initiatives');

/** All initiatives, newest first, with the progress of their projects. */
export function InitiativesPage() {
  const { new: isNew } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(initiativeList);
  const may = useMay('tasks:write');
  const { initiatives } = strings();
  const turn = (open: boolean) => void navigate({ search: open ? { new: true } : {}, replace: true });
  return (
    <Page
      title={strings().nav.initiatives}
      actions={
        may && (
          <Button primary onClick={() => turn(true)}>
            {initiatives.new}
          </Button>
        )
      }
    >
      <Listed query={query} empty={<Empty title={initiatives.none} hint={initiatives.noneHint} />}>
        {(all) => (
          <ul className={styles.rows}>
            {all.map((each) => (
              <Row key={each.id} initiative={each} />
            ))}
          </ul>
        )}
      </Listed>
      <NewInitiative open={may && isNew === true} onClose={() => turn(false)} />
    </Page>
  );
}

function Row({ initiative }: { initiative: Initiative }) {
  const { id, name, status, projectStatuses, updatedAt } = initiative;
  const says = progressOf(initiative);
  return (
    <li className={styles.row}>
      <div className={styles.names}>
        <Link to="/initiatives/$initiativeId" params={{ initiativeId: id }}>
          {name}
        </Link>
      </div>
      <div>
        <Tag tone={TONES[status]}>{strings().initiatives.status[status]}</Tag>
      </div>
      <div className={styles.progress}>
        <span>{says}</span>
        <Shares label={says} shares={sharesOf(projectStatuses)} />
      </div>
      <div className={styles.date}>
        <Ago at={updatedAt} />
      </div>
    </li>
  );
}

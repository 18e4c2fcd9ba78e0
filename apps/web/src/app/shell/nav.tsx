import { Link } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';
import { Popover } from '../../ui/popover.tsx';
import styles from './nav.module.css';
import { AT_HAND, PLACES, type Place } from './places.ts';

/** The main navigation; on a phone, the bar at the bottom. */
export function Nav() {
  return (
    <nav className={styles.nav} aria-label={strings().nav.label}>
      <ul>
        {PLACES.map((place, i) => (
          <li key={place.to} data-rest={i >= AT_HAND || undefined}>
            <PlaceLink place={place} />
          </li>
        ))}
      </ul>
      <div className={styles.more}>
        <Popover label={strings().more} button={strings().more} className={styles.rest}>
          {(close) => (
            <ul>
              {PLACES.slice(AT_HAND).map((place) => (
                <li key={place.to}>
                  <PlaceLink place={place} onGo={close} />
                </li>
              ))}
            </ul>
          )}
        </Popover>
      </div>
    </nav>
  );
}

interface PlaceLinkProps {
  readonly place: Place;
  readonly onGo?: () => void;
}

const PlaceLink = ({ place: { to, name }, onGo }: PlaceLinkProps) => (
  <Link
    to={to}
    {...(onGo && { onClick: onGo })}
    className={styles.place}
    activeOptions={{ exact: to === '/' }}
    activeProps={{ 'aria-current': 'page' }}
  >
    {strings().nav[name]}
  </Link>
);

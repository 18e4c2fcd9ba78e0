import { Link, Outlet, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useCurrentMember } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import { SECTIONS } from './sections.ts';
import styles from './settings-page.module.css';

/** The sections the person may open, next to the current one. */
export function SettingsPage() {
  const who = useCurrentMember();
  const { section } = useParams({ strict: false });
  const sections = useRef<HTMLElement>(null);
  // On a phone they stand side by side, and the one that is shown may be beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each section.
  useEffect(() => {
    const current = sections.current?.querySelector('[aria-current]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [section]);
  return (
    <div className={styles.page}>
      <nav ref={sections} className={styles.sections} aria-label={strings().settings.sections.label}>
        <ul>
          {SECTIONS.filter(({ isFor }) => isFor(who)).map(({ name }) => (
            <li key={name}>
              <Link
                to="/settings/$section"
                params={{ section: name }}
                className={styles.section}
                activeProps={{ 'aria-current': 'page' }}
              >
                {strings().settings.sections[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </div>
  );
}

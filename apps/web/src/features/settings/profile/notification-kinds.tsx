import type { Preferences } from '@tandem/client';
import { usePreferences } from '../../../api/queries/preferences.ts';
import { useMay } from '../../../api/queries/who.ts';
import { strings } from '../../../strings/index.ts';
import { CheckBox } from '../../../ui/fields.tsx';
import { Section } from '../../../ui/section.tsx';
import { usePreferencesChange } from '../../preferences/use-preferences.ts';
import styles from '../parts/settings.module.css';

const words = () => strings().preferences;

type Kind = keyof Preferences['notifications'];

/** The kinds of notifications that the person gets. */
export function NotificationKinds() {
  const chosen = usePreferences();
  const { mutate } = usePreferencesChange();
  const may = useMay('tasks:write');
  if (!chosen || !may) return null;
  const kinds = Object.entries(words().notificationKinds) as [Kind, string][];
  return (
    <Section title={words().notifications}>
      <p className={styles.hint}>{words().notificationsHint}</p>
      {kinds.map(([kind, text]) => (
        <CheckBox
          key={kind}
          label={text}
          checked={chosen.notifications[kind] === 'page'}
          onChange={(on) => mutate({ notifications: { [kind]: on ? 'page' : 'off' } })}
        />
      ))}
    </Section>
  );
}

import type { Preferences } from '@tandem/client';
import { usePreferences } from '../../../api/queries/preferences.ts';
import { useMay } from '../../../api/queries/who.ts';
import { strings } from '../../../strings/index.ts';
import { SearchSelect } from '../../../ui/search-select.tsx';
import { Section } from '../../../ui/section.tsx';
import { optionsOf, Select } from '../../../ui/select.tsx';
import { DENSITIES, THEMES } from '../../preferences/choices.ts';
import { usePreferencesChange } from '../../preferences/use-preferences.ts';
import styles from '../parts/settings.module.css';

const words = () => strings().preferences;

const HOURS = ['browser', 'h12', 'h23'] as const;
/** No time zone of its own. */
const BROWSER = '';

/** Theme, density and times, for all of the person's browsers. */
export function Appearance() {
  const chosen = usePreferences();
  const may = useMay('tasks:write');
  return chosen && may && <Fields chosen={chosen} />;
}

function Fields({ chosen }: { readonly chosen: Preferences }) {
  const { mutate } = usePreferencesChange();
  const browserZone = words().browserZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const zones = [
    { value: BROWSER, text: browserZone },
    ...Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') })),
  ];
  const zone = chosen.timeZone ?? BROWSER;
  return (
    <Section title={words().title}>
      <div className={styles.fields}>
        <Select
          label={words().theme}
          value={chosen.theme}
          options={optionsOf(THEMES, words().themes)}
          onChange={(theme) => mutate({ theme })}
        />
        <Select
          label={words().density}
          value={chosen.density}
          options={optionsOf(DENSITIES, words().densities)}
          onChange={(density) => mutate({ density })}
        />
        <Select
          label={words().hours}
          value={chosen.hourCycle ?? 'browser'}
          options={optionsOf(HOURS, words().hourCycles)}
          onChange={(hours) => mutate({ hourCycle: hours === 'browser' ? null : hours })}
        />
      </div>
      <dl className={styles.pair}>
        <dt>{words().timeZone}</dt>
        <dd>
          <SearchSelect
            framed
            label={words().timeZone}
            choices={zones}
            value={zone}
            onChange={(timeZone) => mutate({ timeZone: timeZone === BROWSER ? null : timeZone })}
          >
            {zones.find(({ value }) => value === zone)?.text ?? zone}
          </SearchSelect>
        </dd>
      </dl>
    </Section>
  );
}

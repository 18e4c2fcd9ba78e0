import { LABEL_COLORS, PRIORITIES, TASK_STATUSES } from '@tandem/client';
import { type ReactNode, useState } from 'react';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Editable } from '../../ui/editable.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { CheckBox, TextArea, TextField } from '../../ui/fields.tsx';
import * as icons from '../../ui/icons.ts';
import { LabelTags } from '../../ui/label-tag.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Name } from '../../ui/name.tsx';
import { Page } from '../../ui/page.tsx';
import { Picker } from '../../ui/picker.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Section } from '../../ui/section.tsx';
import { optionsOf, Select } from '../../ui/select.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { toast } from '../../ui/toasts.ts';
import { PriorityIcon } from '../tasks/priority.tsx';
import styles from './style-page.module.css';

/* The style guide, in development builds only. Its texts are not translated. */

const SIZES = ['xl', 'l', 'm', 's', 'xs'];
const COLORS =
  'ground surface sunken raised hover line rim edge ink ink-soft accent accent-soft good good-soft warn warn-soft bad bad-soft';
const TONES: readonly Tone[] = ['quiet', 'accent', 'good', 'warn', 'bad'];

/** Every part of the page, in both themes side by side. */
export const StylePage = () => (
  <Page title="Style guide">
    <div className={styles.themes}>
      <div className={styles.theme} data-theme="light">
        <Parts />
      </div>
      <div className={styles.theme} data-theme="dark">
        <Parts />
      </div>
    </div>
  </Page>
);

const Parts = () => (
  <>
    <Part title="Type">
      {SIZES.map((size) => (
        <p key={size} style={{ fontSize: `var(--text-${size})` }}>
          Text {size} <span style={{ fontWeight: 'var(--medium)' }}>medium</span>{' '}
          <span style={{ fontWeight: 'var(--strong)' }}>strong</span>
        </p>
      ))}
    </Part>
    <Part title="Colors">
      {[...COLORS.split(' '), ...LABEL_COLORS].map((color) => (
        <span key={color} className={styles.color}>
          <span style={{ background: `var(--${color})` }} />
          {color}
        </span>
      ))}
    </Part>
    <Part title="Icons">
      {Object.entries(icons).map(([name, Icon]) => (
        <span key={name} title={name}>
          <Icon />
        </span>
      ))}
    </Part>
    <Part title="Signs">
      {TASK_STATUSES.map((status) => (
        <span key={status} className={styles.sign}>
          <StatusIcon status={status} /> {strings().status[status]}
        </span>
      ))}
      {PRIORITIES.map((priority) => (
        <span key={priority} className={styles.sign}>
          <PriorityIcon value={priority} /> {strings().priority[priority]}
        </span>
      ))}
    </Part>
    <Part title="Tags, labels, members">
      {TONES.map((tone) => (
        <Tag key={tone} tone={tone}>
          {tone}
        </Tag>
      ))}
      <LabelTags labels={LABEL_COLORS.map((color) => ({ id: color, name: color, color }))} />
      <Name name="Ada Winter" />
      <Name agent name="Scribe" />
      <Name agent name="Scribe" emoji="🪶" />
    </Part>
    <Buttons />
    <Fields />
    <Part title="Progress">
      <Progress label="40 %" value={0.4} />
      <Progress label="90 %" value={0.9} tone="bad" />
    </Part>
    <EmptyState title="No goals yet" hint="A goal has a test that defines when it is met.">
      <Button primary>New goal</Button>
    </EmptyState>
  </>
);

function Buttons() {
  const [open, setOpen] = useState(false);
  const entries = TASK_STATUSES.map((status) => ({
    text: strings().status[status],
    icon: <StatusIcon status={status} />,
    act: () => undefined,
  }));
  return (
    <Part title="Buttons and overlays">
      <Button
        primary
        onClick={() => toast({ text: 'Task #7 archived', action: { text: 'Undo', act: () => {} } })}
      >
        Show a toast
      </Button>
      <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      <Button quiet>Quiet</Button>
      <Button danger>Delete</Button>
      <Button disabled>Disabled</Button>
      <Button icon aria-label="Edit">
        <icons.Pencil />
      </Button>
      <Menu
        label="More actions"
        trigger={
          <Button square>
            <icons.Ellipsis />
          </Button>
        }
        entries={entries}
      />
      <Dialog title="A dialog" open={open} onClose={() => setOpen(false)}>
        <p>Escape closes it.</p>
      </Dialog>
    </Part>
  );
}

function Fields() {
  const [text, setText] = useState('Lamps along the quay');
  const [priority, setPriority] = useState<(typeof PRIORITIES)[number]>('p1');
  const [checked, setChecked] = useState(true);
  return (
    <Part title="Fields">
      <TextField label="Text" hint="One line" value={text} onChange={setText} />
      <TextField label="Refused" problem="Must not be blank" value="" onChange={setText} />
      <TextArea label="Long text" value={text} onChange={setText} />
      <Select
        label="Select"
        value={priority}
        options={optionsOf(PRIORITIES, strings().priority, (value) => <PriorityIcon value={value} />)}
        onChange={setPriority}
      />
      <Picker label="Picker" choices={[{ value: 'a', text: 'Harbour' }]} value={null} onChange={() => {}} />
      <DateField label="Date" value="2027-01-31T00:00:00Z" onChange={() => {}} />
      <CheckBox label="Check box" checked={checked} onChange={setChecked} />
      <Editable field="title" draftKey="style" value={text} onSave={async (next) => setText(next)} />
    </Part>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Section title={title}>
    <div className={styles.part}>{children}</div>
  </Section>
);

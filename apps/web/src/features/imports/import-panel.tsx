import { useRef, useState } from 'react';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { DropZone } from '../../ui/drop-zone.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Progress } from '../../ui/progress.tsx';
import { optionsOf, Select } from '../../ui/select.tsx';
import styles from './import-panel.module.css';
import type { Checked, SourceName } from './reading.ts';
import { Report } from './report.tsx';
import { useImport } from './use-import.ts';

const words = () => strings().imports;

/** Imports the export of another tracker: choose files, see what they become, confirm, follow the progress. */
export function ImportPanel({ onDone }: { readonly onDone: () => void }) {
  const [source, setSource] = useState<SourceName>('linear');
  const [project, setProject] = useState('');
  const { state, problem, read, send, stop, reset } = useImport();
  return (
    <div className={styles.panel}>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {state.step === 'choose' && (
        <ChooseFiles
          source={source}
          onSource={setSource}
          onFiles={async (files) => setProject((await read(source, files))?.project ?? '')}
          onCancel={onDone}
        />
      )}
      {state.step === 'reading' && <p role="status">{words().reading}</p>}
      {state.step === 'checked' && (
        <Summary
          checked={state.checked}
          project={project}
          onProject={setProject}
          onConfirm={() => void send(state.checked, { source, project })}
          onCancel={reset}
        />
      )}
      {state.step === 'sending' && (
        <>
          <Progress label={words().progress} value={state.share} />
          <p className="soft small">{state.text}</p>
          <div>
            <Button onClick={stop}>{words().stop}</Button>
          </div>
        </>
      )}
      {state.step === 'done' && (
        <>
          <Report title={words().result} lines={state.report} />
          <div className={styles.actions}>
            <Button primary onClick={onDone}>
              {words().done}
            </Button>
            <Button onClick={reset}>{words().another}</Button>
          </div>
        </>
      )}
    </div>
  );
}

interface ChooseFilesProps {
  readonly source: SourceName;
  readonly onSource: (source: SourceName) => void;
  readonly onFiles: (files: readonly File[]) => unknown;
  readonly onCancel: () => void;
}

function ChooseFiles({ source, onSource, onFiles, onCancel }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  const sources = Object.keys(words().sources) as SourceName[];
  return (
    <>
      <Select
        label={words().source}
        hint={words().otherSources}
        value={source}
        options={optionsOf(sources, words().sources)}
        onChange={onSource}
      />
      <DropZone className={styles.drop} hint={words().dropHere} onFiles={(files) => onFiles([...files])}>
        <p className="soft">{words().dropHere}</p>
        <Button primary onClick={() => input.current?.click()}>
          {words().choose}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={words().choose}
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </DropZone>
      <div>
        <Button quiet onClick={onCancel}>
          {strings().cancel}
        </Button>
      </div>
    </>
  );
}

interface SummaryProps {
  readonly checked: Checked;
  readonly project: string;
  readonly onProject: (title: string) => void;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

function Summary({
  checked: { prepared, people, changes },
  project,
  onProject,
  onConfirm,
  onCancel,
}: SummaryProps) {
  return (
    <>
      <Report
        title={words().summary}
        lines={[
          ...prepared.report,
          ...(people.length > 0 ? [words().people(people.join(', '))] : []),
          ...changes,
        ]}
      />
      <TextField
        label={words().project}
        hint={words().projectHint}
        value={project}
        onChange={onProject}
        maxLength={500}
      />
      <div className={styles.actions}>
        <Button primary disabled={prepared.total === 0} onClick={onConfirm}>
          {words().confirm(prepared.total)}
        </Button>
        <Button onClick={onCancel}>{strings().cancel}</Button>
      </div>
    </>
  );
}

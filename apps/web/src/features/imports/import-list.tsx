import type { Import } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { importList, recordsCreated } from '../../api/queries/imports.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { EVERYTHING, useChange } from '../../ui/change.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { Rows } from '../settings/parts/rows.tsx';
import settings from '../settings/parts/settings.module.css';
import { undo } from './reading.ts';
import { Report } from './report.tsx';

const words = () => strings().imports;

/** The imports of the workspace, which can be undone. */
export function ImportList() {
  const [report, setReport] = useState<readonly string[]>();
  return (
    <>
      {report && <Report title={words().undone} lines={report} />}
      <Rows label={words().imports} query={useInfiniteQuery(importList)} empty={null}>
        {(run) => <ImportRow run={run} onUndone={setReport} />}
      </Rows>
    </>
  );
}

interface ImportRowProps {
  readonly run: Import;
  readonly onUndone: (report: readonly string[]) => void;
}

function ImportRow({ run, onUndone }: ImportRowProps) {
  const [isAsked, setIsAsked] = useState(false);
  const { mutate, isPending } = useChange({
    send: () => undo(run.id),
    onDone: onUndone,
    invalidates: EVERYTHING,
  });
  return (
    <>
      <div className={settings.what}>
        <p className={settings.title}>{run.source}</p>
        <p className="soft small">
          <RelativeTime at={run.createdAt} /> · {words().states[run.state]} ·{' '}
          {words().created(recordsCreated(run))}
        </p>
      </div>
      {run.state !== 'undone' && (
        <Button disabled={isPending} onClick={() => setIsAsked(true)}>
          {words().undo}
        </Button>
      )}
      <Confirm
        title={words().undoTitle(run.source)}
        action={words().undoAction}
        open={isAsked}
        onConfirm={() => mutate()}
        onClose={() => setIsAsked(false)}
      >
        <p>{words().undoHint}</p>
      </Confirm>
    </>
  );
}

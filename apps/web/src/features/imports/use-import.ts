import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { type Checked, check, type SourceName, sendChecked } from './reading.ts';

export type ImportStep =
  | { readonly step: 'choose' }
  | { readonly step: 'reading' }
  | { readonly step: 'checked'; readonly checked: Checked }
  | { readonly step: 'sending'; readonly text: string; readonly share: number }
  | { readonly step: 'done'; readonly report: readonly string[] };

interface Sending {
  readonly source: SourceName;
  readonly project: string;
}

/** The steps of an import. Leaving stops it; the next import of the same files continues it. */
export function useImport() {
  const [state, setState] = useState<ImportStep>({ step: 'choose' });
  const [problem, setProblem] = useState<string>();
  const queries = useQueryClient();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const isSending = state.step === 'sending';
  useEffect(() => {
    if (!isSending) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSending]);

  async function read(source: SourceName, files: readonly File[]): Promise<Checked | undefined> {
    setProblem(undefined);
    setState({ step: 'reading' });
    try {
      const checked = await check(source, files);
      setState({ step: 'checked', checked });
      return checked;
    } catch (error) {
      setProblem(messageOf(error));
      setState({ step: 'choose' });
      return undefined;
    }
  }

  async function send(checked: Checked, { source, project }: Sending): Promise<void> {
    const run = new AbortController();
    running.current = run;
    setProblem(undefined);
    setState({ step: 'sending', text: strings().imports.starting, share: 0 });
    try {
      const onProgress = (text: string, share: number) => setState({ step: 'sending', text, share });
      const report = await sendChecked(checked, { source, project, signal: run.signal, onProgress });
      checked.prepared.close();
      setState({ step: 'done', report });
    } catch (error) {
      const { stopped, interrupted } = strings().imports;
      setProblem(run.signal.aborted ? stopped : interrupted(messageOf(error)));
      setState({ step: 'checked', checked });
    }
    void queries.invalidateQueries();
  }

  const reset = () => {
    setProblem(undefined);
    setState({ step: 'choose' });
  };
  return { state, problem, read, send, stop: () => running.current?.abort(), reset };
}

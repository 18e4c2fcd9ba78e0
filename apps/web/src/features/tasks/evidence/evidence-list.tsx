import type { Evidence } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { file } from '../../../api/queries/files.ts';
import { messageOf } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { FileView } from '../../../ui/file-view.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { isWebAddress } from '../../../ui/web-address.ts';
import { Command, Output } from './command-output.tsx';
import styles from './evidence.module.css';

/** A list of evidence: texts, commands with output, links and files. */
export function EvidenceList({ evidence }: { evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null;
  return (
    <ul className={styles.list}>
      {evidence.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: evidence has no id, and never changes.
        <li key={index}>
          <EvidenceItem evidence={each} />
        </li>
      ))}
    </ul>
  );
}

function EvidenceItem({
  evidence: { text, url, fileId, command, output, exitCode },
}: {
  evidence: Evidence;
}) {
  return (
    <>
      {text && <Markdown text={text} />}
      {url && <Address url={url} />}
      {fileId && <GivenFile fileId={fileId} />}
      {(command || output || exitCode !== undefined) && (
        <Command command={command} exitCode={exitCode}>
          {output && <Output text={output} />}
        </Command>
      )}
    </>
  );
}

/** A file of which only the id is known. */
function GivenFile({ fileId }: { fileId: string }) {
  const { data, error } = useQuery(file(fileId));
  if (error) return <p className="soft">{messageOf(error)}</p>;
  return data ? <FileView file={{ ...data, fileId }} /> : <p>{strings().evidence.file}</p>;
}

/** Addresses are untrusted: only those that a browser opens as a web page become links. */
function Address({ url }: { url: string }) {
  return isWebAddress(url) ? (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {url}
    </a>
  ) : (
    <code>{url}</code>
  );
}

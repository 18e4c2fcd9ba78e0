import type { Evidence } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { file } from '../../../api/queries/files.ts';
import { messageOf } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { FileView } from '../../../ui/file-view.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { isWebAddress } from '../../../ui/web-address.ts';
import styles from './evidence.module.css';

/** What shows that something is so: text, a command with its output, a link, a file. */
export function EvidenceList({ evidence }: { evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null;
  return (
    <ul className={styles.list}>
      {evidence.map((each, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: evidence has no id, and never changes.
        <li key={place}>
          <One evidence={each} />
        </li>
      ))}
    </ul>
  );
}

function One({ evidence: { text, url, fileId, command, output, exitCode } }: { evidence: Evidence }) {
  return (
    <>
      {text && <Markdown text={text} />}
      {url && <Address url={url} />}
      {fileId && <GivenFile fileId={fileId} />}
      {(command || output || exitCode !== undefined) && (
        <figure className={styles.command}>
          <figcaption>
            {command ? <code>{command}</code> : strings.evidence.output}
            {exitCode !== undefined && (
              <span data-failed={exitCode !== 0 || undefined}>{strings.evidence.exit(exitCode)}</span>
            )}
          </figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys as well. */}
          {output && <pre tabIndex={0}>{output}</pre>}
        </figure>
      )}
    </>
  );
}

/** A file that is named by its id alone. */
function GivenFile({ fileId }: { fileId: string }) {
  const { data, error } = useQuery(file(fileId));
  if (error) return <p className="soft">{messageOf(error)}</p>;
  return data ? <FileView file={{ ...data, fileId }} /> : <p>{strings.evidence.file}</p>;
}

/** Whoever wrote an address may have meant harm: only what a browser opens as a page becomes a link. */
function Address({ url }: { url: string }) {
  return isWebAddress(url) ? (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {url}
    </a>
  ) : (
    <code>{url}</code>
  );
}

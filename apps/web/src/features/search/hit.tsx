import type { SearchHit, TaskStatus } from '@tandem/client';
import { Link } from '@tanstack/react-router';
import { strings } from '../../strings/index.ts';
import { StatusName } from '../../ui/status-icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import { hitLink, hitStatus } from './hit-details.ts';
import styles from './search.module.css';
import { splitSnippet } from './split-snippet.ts';

/** A search hit: resource and highlighted snippet. */
export function Hit({ hit }: { hit: SearchHit }) {
  const { type, taskNumber, title, assignedTo, snippet } = hit;
  const isTitle = snippet.text === title;
  return (
    <li className={styles.hit}>
      <div className={styles.first}>
        <h2 className="as-text">
          <Link {...hitLink(hit)}>
            {taskNumber !== undefined && <span className={styles.number}>#{taskNumber} </span>}
            {isTitle ? <HighlightedSnippet snippet={snippet} /> : title}
          </Link>
        </h2>
        <p className={styles.meta}>
          {assignedTo && <span>{strings().search.assignedTo(assignedTo)}</span>}
          <span>{strings().search.typeNames[type]}</span>
          {type === 'task' ? <StatusName status={hit.status as TaskStatus} /> : <Tag>{hitStatus(hit)}</Tag>}
        </p>
      </div>
      {!isTitle && snippet.text !== '' && (
        <p className="soft">
          <HighlightedSnippet snippet={snippet} />
        </p>
      )}
    </li>
  );
}

/** A snippet with its matches highlighted. */
const HighlightedSnippet = ({ snippet }: { snippet: SearchHit['snippet'] }) =>
  splitSnippet(snippet).map(({ at, text, isMarked }) => (isMarked ? <mark key={at}>{text}</mark> : text));

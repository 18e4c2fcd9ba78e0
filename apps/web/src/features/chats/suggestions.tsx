import type { Message } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { isWebAddress } from '../../ui/web-address.ts';
import styles from './suggestions.module.css';
import type { OutgoingMessage } from './use-send.ts';

interface SuggestionsProps {
  readonly message: Message;
  readonly onTake: (message: OutgoingMessage) => void;
}

/** The agent's suggested replies: pressing one sends it; a link opens. */
export function Suggestions({ message: { id, suggestions }, onTake }: SuggestionsProps) {
  if (suggestions.length === 0) return null;
  return (
    <ul className={styles.suggestions} aria-label={strings().chats.suggestions}>
      {suggestions.map((suggestion) => (
        <li key={suggestion.id}>
          {suggestion.kind === 'link' && isWebAddress(suggestion.text) ? (
            <a
              className={styles.link}
              href={suggestion.text}
              target="_blank"
              rel="noopener noreferrer nofollow"
            >
              {suggestion.text}
            </a>
          ) : (
            <Button
              className={styles.suggestion}
              onClick={() =>
                onTake({
                  body: suggestion.text,
                  files: [],
                  source: { messageId: id, suggestionId: suggestion.id },
                })
              }
            >
              {suggestion.text}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

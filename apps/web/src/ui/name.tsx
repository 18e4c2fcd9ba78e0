import styles from './name.module.css';

interface NameProps {
  readonly name: string;
  /** It is an agent, which the mark shows by shape as well as color. */
  readonly agent?: boolean | undefined;
  /** The emoji of an agent, shown instead of the initials. */
  readonly emoji?: string | null | undefined;
}

/** Only the mark, for use next to a name in another size. */
export const Avatar = ({
  name,
  agent,
  emoji,
  large,
}: NameProps & { readonly large?: boolean | undefined }) => (
  <span
    className={styles.mark}
    data-agent={agent || undefined}
    data-emoji={emoji ? true : undefined}
    data-large={large || undefined}
    aria-hidden="true"
  >
    {emoji || initials(name)}
  </span>
);

/** A member: the mark, round for a person and square for an agent, and the name. */
export const Name = ({ name, agent, emoji }: NameProps) => (
  <span className={styles.name}>
    <Avatar name={name} agent={agent} emoji={emoji} />
    <span className={styles.text}>{name}</span>
  </span>
);

/** The initials of the first and last word, in any script. */
function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const first = [...(words[0] ?? '')][0] ?? '';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toUpperCase();
}

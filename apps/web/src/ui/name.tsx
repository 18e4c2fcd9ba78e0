import styles from './name.module.css';

interface NameProps {
  readonly name: string;
  /** Whether it is an agent: told by form as well as by colour. */
  readonly agent?: boolean | undefined;
}

/** The first letters alone, where the name stands beside it in another size. */
export const Mark = ({ name, agent, large }: NameProps & { readonly large?: boolean | undefined }) => (
  <span
    className={styles.mark}
    data-agent={agent || undefined}
    data-large={large || undefined}
    aria-hidden="true"
  >
    {initials(name)}
  </span>
);

/** Who somebody is: the first letters, round for a person and square for an agent, and the name. */
export const Name = ({ name, agent }: NameProps) => (
  <span className={styles.name}>
    <Mark name={name} agent={agent} />
    {name}
  </span>
);

/** Of the first and the last word; letters of any script. */
function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const first = [...(words[0] ?? '')][0] ?? '';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toUpperCase();
}

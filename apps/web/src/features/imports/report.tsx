import styles from './import-panel.module.css';

/** Lines as the command prints them; indented ones belong to the line above. */
export const Report = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) => (
  <section className={styles.report} aria-label={title} role="status">
    <h3>{title}</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
    <pre tabIndex={0}>{lines.join('\n')}</pre>
  </section>
);

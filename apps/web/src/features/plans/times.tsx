import { texts } from '../../app/texts/index.ts';
import { Ago } from '../../ui/time.tsx';
import styles from './plans.module.css';

interface TimesProps {
  readonly of: { readonly createdAt: string; readonly updatedAt: string };
}

/** When something was made, and changed last. */
export const Times = ({ of: { createdAt, updatedAt } }: TimesProps) => (
  <p className={styles.soft}>
    {texts.plans.created} <Ago at={createdAt} /> · {texts.plans.updated} <Ago at={updatedAt} />
  </p>
);

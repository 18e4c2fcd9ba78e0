import { serverNow } from '../../api/clock.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { DateField, type DateFieldProps } from '../../ui/date-field.tsx';
import { CalendarPlus } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import { DUE_DAYS, dayFrom } from './due.ts';
import styles from './due-field.module.css';

const NAMES = Object.keys(DUE_DAYS) as (keyof typeof DUE_DAYS)[];

/** A due date: typed, or one of the next days from a menu. */
export function DueField(props: DateFieldProps) {
  const { quickEdit, chooseDay } = strings().tasks;
  const entries = NAMES.map((name) => ({
    text: quickEdit.days[name],
    act: () => props.onChange(dayFrom(serverNow(), DUE_DAYS[name])),
  }));
  return (
    <div className={styles.field}>
      <DateField {...props} />
      {!props.disabled && (
        <Menu
          label={chooseDay}
          trigger={
            <Button icon title={chooseDay}>
              <CalendarPlus />
            </Button>
          }
          entries={[
            ...entries,
            ...(props.value ? [{ text: quickEdit.days.none, act: () => props.onChange(null) }] : []),
          ]}
        />
      )}
    </div>
  );
}

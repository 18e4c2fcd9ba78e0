import { Editable } from '../../ui/editable.tsx';

interface TitleProps {
  readonly what: string;
  readonly value: string;
  /** Under which an edit is kept over a reload. */
  readonly keep: string;
  readonly onSave: (value: string) => Promise<unknown>;
  readonly locked: boolean;
}

/** The title of a page, edited where it stands. */
export const Title = ({ value, ...rest }: TitleProps) => (
  <Editable value={value} {...rest}>
    <h1>{value}</h1>
  </Editable>
);

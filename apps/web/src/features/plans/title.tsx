import { Editable } from '../../ui/editable.tsx';

interface TitleProps {
  readonly what: string;
  readonly value: string;
  /** The key of the draft, which survives a reload. */
  readonly keep: string;
  readonly onSave: (value: string) => Promise<unknown>;
  readonly locked: boolean;
}

/** A page title that is edited in place. */
export const Title = ({ value, ...rest }: TitleProps) => (
  <Editable value={value} {...rest}>
    <h1>{value}</h1>
  </Editable>
);

import { Editable } from '../../ui/editable.tsx';

interface TitleProps {
  readonly what: string;
  readonly value: string;
  readonly onSave: (value: string) => Promise<unknown>;
  readonly locked: boolean;
}

/** The title of a page, edited where it stands. */
export const Title = ({ value, ...rest }: TitleProps) => (
  <Editable value={value} {...rest}>
    <h1>{value}</h1>
  </Editable>
);

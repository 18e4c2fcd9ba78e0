import { LABEL_COLORS, type LabelColor } from '@tandem/client';
import { useId } from 'react';
import { strings } from '../../../strings/index.ts';
import { LabelDot } from '../../../ui/label-tag.tsx';
import formStyles from '../parts/settings.module.css';
import styles from './swatches.module.css';

interface SwatchesProps {
  readonly value: LabelColor;
  readonly onChange: (color: LabelColor) => void;
}

/** A choice of a label's color. */
export function Swatches({ value, onChange }: SwatchesProps) {
  const name = useId();
  const { color: legend, colors } = strings().settings.labels;
  return (
    <fieldset className={formStyles.group}>
      <legend>{legend}</legend>
      <div className={styles.swatches}>
        {LABEL_COLORS.map((color) => (
          <label key={color} className={styles.swatch} title={colors[color]}>
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              aria-label={colors[color]}
              checked={color === value}
              onChange={() => onChange(color)}
            />
            <LabelDot color={color} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

// A range input with a name and a spoken value; the platform gives it the keyboard, we give it the look and double-click reset.
import type { CSSProperties } from 'react';
import { classNames } from './class-names.ts';
import styles from './slider.module.css';

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
  /** What a screen reader says for the value: "80 percent", "12 left". */
  spoken: string;
  /** Where a double click brings it back to. */
  rest?: number;
  /** Where the filled track begins; the left end when left out. */
  origin?: number;
  disabled?: boolean;
  className?: string | undefined;
}

export function Slider(props: SliderProps) {
  const {
    label,
    value,
    min,
    max,
    step,
    onChange,
    spoken,
    rest = min,
    origin = min,
    disabled,
    className,
  } = props;
  const share = (at: number) => `${String(((at - min) / (max - min)) * 100)}%`;
  const style = {
    '--from': share(Math.min(value, origin)),
    '--to': share(Math.max(value, origin)),
  } as CSSProperties;
  return (
    <input
      type="range"
      className={classNames(styles['slider'], className)}
      style={style}
      aria-label={label}
      aria-valuetext={spoken}
      title={`${label}: ${spoken}`}
      value={value}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
      onDoubleClick={() => onChange(rest)}
    />
  );
}

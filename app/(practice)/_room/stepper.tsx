// A number between two buttons: speed and key. Both buttons name what they do; the number is spoken when it changes.
import { IconButton } from '../../_ui/button.tsx';
import { Unseen } from '../../_ui/unseen.tsx';
import styles from './stepper.module.css';

interface StepperProps {
  label: string;
  shown: string;
  spoken: string;
  less: { label: string; run: () => void; disabled: boolean };
  more: { label: string; run: () => void; disabled: boolean };
  /** Back to the song's own value; null when it is there already. */
  reset: (() => void) | null;
}

export function Stepper({ label, shown, spoken, less, more, reset }: StepperProps) {
  return (
    <fieldset className={styles['stepper']} aria-label={label}>
      <span className={styles['label']} aria-hidden="true">
        {label}
      </span>
      <IconButton icon="minus" label={less.label} disabled={less.disabled} onClick={less.run} />
      <button
        type="button"
        className={styles['value']}
        disabled={reset === null}
        title={reset ? 'Back to the original' : undefined}
        onClick={() => reset?.()}
      >
        <span aria-hidden="true">{shown}</span>
        <Unseen>{`${label}: ${spoken}${reset ? ', reset' : ''}`}</Unseen>
      </button>
      <IconButton icon="plus" label={more.label} disabled={more.disabled} onClick={more.run} />
    </fieldset>
  );
}

// A labelled text input, text area or select with its hint and error tied to it for screen readers.
import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import styles from './field.module.css';
import unseen from './unseen.module.css';
import { Icon } from './icon.tsx';

interface Around {
  label: string;
  hint?: ReactNode;
  error?: string | null;
  /** Keeps the label for screen readers only, where the place already says it. */
  hideLabel?: boolean;
}

interface Tied {
  id: string;
  className: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

function Surround({ around, children }: { around: Around; children: (tied: Tied) => ReactNode }) {
  const id = useId();
  const { label, hint, error, hideLabel } = around;
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  const tied: Tied = { id, className: styles['input'] ?? '' };
  if (error) tied['aria-invalid'] = true;
  if (describedBy) tied['aria-describedby'] = describedBy;
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={hideLabel ? unseen['unseen'] : styles['label']}>
        {label}
      </label>
      {children(tied)}
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles['error']}>
          <Icon name="warning" size={16} />
          {error}
        </p>
      )}
    </div>
  );
}

export function TextField(props: Around & InputHTMLAttributes<HTMLInputElement>) {
  const { label, hint, error, hideLabel, ...input } = props;
  return (
    <Surround around={{ label, hint, error, hideLabel } as Around}>
      {(tied) => <input type="text" {...input} {...tied} />}
    </Surround>
  );
}

export function TextArea(props: Around & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { label, hint, error, hideLabel, ...input } = props;
  return (
    <Surround around={{ label, hint, error, hideLabel } as Around}>
      {(tied) => <textarea rows={4} {...input} {...tied} />}
    </Surround>
  );
}

export function SelectField(props: Around & SelectHTMLAttributes<HTMLSelectElement>) {
  const { label, hint, error, hideLabel, children, ...input } = props;
  return (
    <Surround around={{ label, hint, error, hideLabel } as Around}>
      {(tied) => (
        <select {...input} {...tied}>
          {children}
        </select>
      )}
    </Surround>
  );
}

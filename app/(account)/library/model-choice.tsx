// Which parts the song is split into: each model with what it gives and what it costs this account.
'use client';
import type { AccountWire } from '../../../server/contract/account.ts';
import { type ModelId, modelIds, products } from '../../../server/contract/models.ts';
import { PartInitial } from '../../_ui/part-initial.tsx';
import styles from './model-choice.module.css';
import { priceSentence } from './song-budget.ts';

type ModelChoiceProps = {
  model: ModelId;
  account: AccountWire | undefined;
  onChoose: (model: ModelId) => void;
};

export const ModelChoice = ({ model, account, onChoose }: ModelChoiceProps) => (
  <fieldset className={styles['choice']}>
    <legend>Split into</legend>
    {modelIds.map((id) => (
      <label key={id} className={styles['model']}>
        <input type="radio" name="model" value={id} checked={id === model} onChange={() => onChoose(id)} />
        <strong>{products[id].name}</strong>
        <span className={styles['stems']}>
          {products[id].stems.map((stem) => (
            <PartInitial key={stem} stem={stem} size={22} />
          ))}
        </span>
        <span className={styles['soft']}>{products[id].stems.join(', ')}</span>
        <span className={styles['soft']}>{account ? priceSentence(account, id) : '\u00a0'}</span>
      </label>
    ))}
  </fieldset>
);

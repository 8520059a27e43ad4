// Gives a person everything the service keeps of them, as a file.
import { ButtonLink } from '../../_ui/button.tsx';
import styles from './settings.module.css';

export const ExportData = () => (
  <section aria-labelledby="export-title" className={styles['section']}>
    <h2 id="export-title">Your data</h2>
    <p className={styles['soft']}>
      One JSON file: your account, songs, batches, setlists, key names, connected apps, sessions, and every
      charge. The sound is not in it; download parts from the library.
    </p>
    <ButtonLink href="/settings/export" icon="download" download>
      Export my data
    </ButtonLink>
  </section>
);

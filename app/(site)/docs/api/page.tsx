// /docs/api: the reference of every operation, from openapi.json.
import type { Metadata } from 'next';
import { loadReference } from '../../../../server/pages/load-reference.ts';
import type { ReferenceGroup } from '../../../../server/pages/reference/api-reference.ts';
import { DocsShell } from '../../_docs/docs-shell.tsx';
import { Heading, InlineText } from '../../_docs/markdown-view.tsx';
import { KeyKeeper } from './key-memory.tsx';
import { Fields, OperationView } from './operation-view.tsx';
import styles from './reference.module.css';

export const metadata: Metadata = {
  title: 'API reference',
  description: 'Every operation of the REST API, with parameters, answers, errors and samples.',
};

const Directory = ({ groups }: { groups: readonly ReferenceGroup[] }) => (
  <nav aria-label="Operations">
    <ul className={styles['operations']}>
      {groups.flatMap(({ operations }) =>
        operations.map(({ id, method, path }) => (
          <li key={id}>
            <a href={`#${id}`}>
              <span className={styles['verb']}>{method}</span>
              {path}
            </a>
          </li>
        )),
      )}
    </ul>
  </nav>
);

export default async function ApiReferencePage() {
  const { reference, intro, navigation } = await loadReference();
  const { groups, schemas } = reference;
  const headings = [
    ...groups.map(({ name }) => ({ id: name.toLowerCase(), title: name })),
    { id: 'schemas', title: 'Schemas' },
  ];
  return (
    <DocsShell navigation={navigation} path="/docs/api" headings={headings}>
      <h1>API reference</h1>
      <p>
        <InlineText text={intro} />
      </p>
      <Directory groups={groups} />
      <KeyKeeper>
        {groups.map(({ name, words, operations }) => (
          <section key={name} className={styles['group']} aria-labelledby={name.toLowerCase()}>
            <Heading level={2} id={name.toLowerCase()}>
              {name}
            </Heading>
            <p>{words}</p>
            {operations.map((operation) => (
              <OperationView key={operation.id} operation={operation} />
            ))}
          </section>
        ))}
      </KeyKeeper>
      <section className={styles['group']} aria-labelledby="schemas">
        <Heading level={2} id="schemas">
          Schemas
        </Heading>
        {schemas.map(({ name, anchor, fields }) => (
          <div key={name} className={styles['body']}>
            <Heading level={3} id={anchor}>
              {name}
            </Heading>
            <Fields fields={fields} />
          </div>
        ))}
      </section>
    </DocsShell>
  );
}

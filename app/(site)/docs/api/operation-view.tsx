// One operation of the reference: what it takes, what it answers, its samples, and a place to try it.
import { Badge } from '../../../_ui/badge.tsx';
import { CodeTabs } from '../../_docs/code-tabs.tsx';
import { Heading, InlineText, Table } from '../../_docs/markdown-view.tsx';
import type { ReferenceOperation } from '../../../../server/pages/reference/api-reference.ts';
import type { Field } from '../../../../server/pages/reference/schema-words.ts';
import styles from './reference.module.css';
import { TryIt } from './try-it.tsx';

export const Fields = ({ fields }: { fields: readonly Field[] }) => (
  <Table
    head={['Field', 'Type', 'Notes']}
    rows={fields.map(({ name, type, required, words }) => [
      <Named key="name" name={name} required={required} />,
      <InlineText key="type" text={type} />,
      <InlineText key="words" text={words} />,
    ])}
  />
);

const Named = ({ name, required }: { name: string; required: boolean }) => (
  <>
    <code>{name}</code>
    {required && <span className={styles['required']}> required</span>}
  </>
);

const Parameters = ({ parameters }: Pick<ReferenceOperation, 'parameters'>) => (
  <Table
    head={['Parameter', 'In', 'Type', 'Notes']}
    rows={parameters.map(({ name, place, type, required, words }) => [
      <Named key="name" name={name} required={required} />,
      place,
      <InlineText key="type" text={type} />,
      <InlineText key="words" text={words} />,
    ])}
  />
);

const Answer = ({ answer, errors }: Pick<ReferenceOperation, 'answer' | 'errors'>) => (
  <>
    <h4>Answers</h4>
    <p>
      <code>{answer.status}</code> with <InlineText text={answer.type} />.
    </p>
    {answer.example && (
      <details className={styles['example']}>
        <summary>Example answer</summary>
        <CodeTabs blocks={[{ label: 'JSON', text: answer.example }]} />
      </details>
    )}
    <Table
      head={['Status', 'When']}
      rows={errors.map(([status, words]) => [
        <code key="status">{status}</code>,
        <InlineText key="words" text={words} />,
      ])}
    />
  </>
);

export function OperationView({ operation }: { operation: ReferenceOperation }) {
  const { id, method, path, summary, description, needsKey, parameters, bodies, samples } = operation;
  return (
    <section className={styles['operation']} aria-labelledby={id}>
      <Heading level={3} id={id}>
        {summary}
      </Heading>
      <p className={styles['line']}>
        <Badge tone={method === 'GET' ? 'good' : method === 'DELETE' ? 'bad' : 'warn'}>{method}</Badge>
        <code>{path}</code>
        {!needsKey && <span className={styles['open']}>no credential</span>}
      </p>
      <p>
        <InlineText text={description} />
      </p>
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {bodies.map((body) => (
        <div key={body.mediaType} className={styles['body']}>
          <h4>
            Body as <code>{body.mediaType}</code>
          </h4>
          <Fields fields={body.fields} />
          <CodeTabs blocks={body.samples} />
        </div>
      ))}
      {bodies.length === 0 && <CodeTabs blocks={samples} />}
      <TryIt
        method={method}
        path={path}
        needsKey={needsKey}
        parameters={parameters.map(({ name, place }) => ({ name, place }))}
        json={operation.example.json}
        takesFile={bodies.some(({ mediaType }) => mediaType === 'multipart/form-data')}
      />
      <Answer answer={operation.answer} errors={operation.errors} />
    </section>
  );
}

// SQL past the ORM: prepared statements over a bounded pool, for what runs many times a second.
import pg from 'pg';

/** One connection's view, or the pool's. Values are bound, never pasted. */
export type Sql = {
  /** The rows of one statement. */
  query: <Row>(text: TemplateStringsArray, ...values: readonly unknown[]) => Promise<Row[]>;
};

export type SqlPool = Sql & {
  /** Commits when `work` resolves, else rolls back. */
  transaction: <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>;
  close: () => Promise<void>;
};

type Statement = { name: string; text: string };

/** A template's strings are one object per place in the source, so each place is prepared once per connection. */
const statements = new WeakMap<TemplateStringsArray, Statement>();
let prepared = 0;

const statementOf = (strings: TemplateStringsArray): Statement => {
  const known = statements.get(strings);
  if (known) return known;
  prepared += 1;
  const text = strings.reduce((before, part, index) => `${before}$${index}${part}`);
  const statement = { name: `sql_${prepared}`, text };
  statements.set(strings, statement);
  return statement;
};

const int8 = 20;

/** Counts and ids are 64 bits wide: as numbers they would lose digits, as text they would compare wrongly. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    id === int8
      ? BigInt
      : pg.types.getTypeParser(id, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

const sqlOver = (runner: Pick<pg.ClientBase, 'query'>): Sql => ({
  query: async <Row>(strings: TemplateStringsArray, ...values: readonly unknown[]): Promise<Row[]> => {
    const { rows } = await runner.query({ ...statementOf(strings), values: [...values], types });
    return rows as Row[];
  },
});

const inTransaction = async <Result>(pool: pg.Pool, work: (sql: Sql) => Promise<Result>): Promise<Result> => {
  const client = await pool.connect();
  // Without a listener, a connection that breaks between two statements would end the process.
  const ignore = (): void => undefined;
  client.on('error', ignore);
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(sqlOver(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error(String(failure));
    });
    throw error;
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
};

export const sqlOverPool = (pool: pg.Pool): SqlPool => ({
  query: (strings, ...values) =>
    sqlOver({ query: pool.query.bind(pool) as pg.ClientBase['query'] }).query(strings, ...values),
  transaction: (work) => inTransaction(pool, work),
  close: () => pool.end(),
});

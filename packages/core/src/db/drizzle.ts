import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Database, Queries } from './client.ts';
import type { Rows } from './connection.ts';

/**
 * Drizzle on our pool. It is given a stand-in for the client: on a real one it replaces the parsers, and all
 * timestamps of the process would come out in another form.
 */
export function drizzleOn(database: Database): PostgresJsDatabase {
  const client = {
    ...standIn(database),
    begin: <T>(work: (tx: StandIn) => Promise<T>) => database.transaction((tx) => work(standIn(tx))),
  };
  return drizzle(client as never);
}

interface StandIn {
  readonly options: { readonly parsers: object; readonly serializers: object };
  unsafe(text: string, params: unknown[]): PromiseLike<object[]> & { values(): Promise<Rows> };
}

function standIn(queries: Queries): StandIn {
  return {
    options: { parsers: {}, serializers: {} },
    unsafe: (text, params) => ({
      // biome-ignore lint/suspicious/noThenProperty: a query of postgres.js runs when it is waited for.
      then: (resolve, reject) => queries.run(text, params).then(asObjects).then(resolve, reject),
      values: () => queries.run(text, params),
    }),
  };
}

function asObjects(rows: Rows): object[] {
  const names = (rows.columns ?? []).map((column) => column.name);
  return rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])));
}

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

export type SqlParameters = Readonly<Record<string, SQLInputValue>>;

/** The service's database. Caches prepared statements by their SQL and supports nested transactions. */
export class ServiceDatabase {
  readonly #connection: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #isInTransaction = false;

  constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Runs a statement and returns the number of changed rows. */
  run(sql: string, parameters: SqlParameters = {}): number {
    return Number(this.#prepare(sql).run(parameters).changes);
  }

  get(sql: string, parameters: SqlParameters = {}): unknown {
    return this.#prepare(sql).get(parameters);
  }

  all(sql: string, parameters: SqlParameters = {}): unknown[] {
    return this.#prepare(sql).all(parameters);
  }

  /** Runs the work in a transaction, or as part of the current one. */
  transaction<Result>(work: () => Result): Result {
    if (this.#isInTransaction) return work();
    this.#connection.exec('BEGIN IMMEDIATE');
    this.#isInTransaction = true;
    try {
      const result = work();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    } finally {
      this.#isInTransaction = false;
    }
  }

  close(): void {
    this.#connection.close();
  }
}

import type { SQLInputValue } from 'node:sqlite';
import type { z } from 'zod';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase, SqlParameters } from '../database/service-database.ts';
import { type ListedRow, type Owner, type PageWindow, upperBound } from './newest-first.ts';
import { readRow, readRows } from './rows.ts';

export interface TableDeps {
  readonly database: ServiceDatabase;
  readonly log: ServiceLog;
}

interface TableOptions<Schema extends z.ZodObject> {
  readonly name: string;
  /** The fields of a record in camel case. Their columns are the same names in snake case. */
  readonly schema: Schema;
  /** Tables that have the other columns. */
  readonly join?: string;
  /** Column by which pages go, the largest value first. */
  readonly order?: string;
  /** SQL of fields that are not columns of their own name. */
  readonly expressions?: Readonly<Record<string, string>>;
}

/** Values by field. */
type Values = object;
/** SQL expressions by column. */
type Expressions = Readonly<Record<string, string>>;

function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Flags become 0 or 1, lists and objects JSON. */
function columnValue(value: unknown): SQLInputValue {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number);
}

function parametersOf(values: Values): SqlParameters {
  const entries: [string, unknown][] = Object.entries(values);
  return Object.fromEntries(entries.map(([field, value]) => [field, columnValue(value)]));
}

/** A table of the database that holds the records of one schema. */
export class Table<Schema extends z.ZodObject> {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;
  readonly #name: string;
  readonly #schema: Schema;
  readonly #order: string;
  readonly #select: string;

  constructor({ database, log }: TableDeps, options: TableOptions<Schema>) {
    const { name, schema, join = '', order, expressions = {} } = options;
    this.#database = database;
    this.#log = log;
    this.#name = name;
    this.#schema = schema;
    this.#order = order ?? '';
    const fields = Object.keys(schema.shape).map(
      (field) => `${expressions[field] ?? columnOf(field)} AS ${field}`,
    );
    if (order !== undefined) fields.push(`${order} AS position`);
    this.#select = `SELECT ${fields.join(', ')} FROM ${name} ${join}`;
  }

  insert(values: Values, expressions: Expressions = {}): void {
    this.#insert('INSERT', values, expressions);
  }

  /** Inserts a row unless one with its key is there. */
  ensure(values: Values): void {
    this.#insert('INSERT OR IGNORE', values, {});
  }

  #insert(verb: string, values: Values, expressions: Expressions): void {
    const fields = Object.keys(values);
    const columns = [...fields.map(columnOf), ...Object.keys(expressions)];
    const terms = [...fields.map((field) => `:${field}`), ...Object.values(expressions)];
    const sql = `${verb} INTO ${this.#name} (${columns.join(', ')}) VALUES (${terms.join(', ')})`;
    this.#database.run(sql, parametersOf(values));
  }

  /** Changes the rows with the values of `key`; no field may be in both. Returns the number of changed rows. */
  update(key: Values, values: Values, expressions: Expressions = {}): number {
    const isEqual = (field: string) => `${columnOf(field)} = :${field}`;
    const terms = Object.entries(expressions).map(([column, sql]) => `${column} = ${sql}`);
    const changes = [...Object.keys(values).map(isEqual), ...terms];
    const condition = Object.keys(key).map(isEqual).join(' AND ');
    const sql = `UPDATE ${this.#name} SET ${changes.join(', ')} WHERE ${condition}`;
    return this.#database.run(sql, { ...parametersOf(key), ...parametersOf(values) });
  }

  /** @param rest SQL that follows the list of tables. Returns null also for a damaged row. */
  find(rest: string, parameters: SqlParameters): z.output<Schema> | null {
    return readRow(this.#schema, this.#database.get(`${this.#select} ${rest}`, parameters), this.#log);
  }

  /** @param rest SQL that follows the list of tables. Leaves out damaged rows. */
  list(rest: string, parameters: SqlParameters = {}): z.output<Schema>[] {
    return readRows(this.#schema, this.#database.all(`${this.#select} ${rest}`, parameters), this.#log);
  }

  /** Returns a page of the rows that meet a condition, newest first. Damaged rows keep their positions. */
  page(condition: string, parameters: SqlParameters, window: PageWindow): ListedRow<z.output<Schema>>[] {
    const rows = this.#database.all(
      `${this.#select} WHERE ${condition} AND ${this.#order} < :before ORDER BY ${this.#order} DESC LIMIT :count`,
      { ...parameters, before: upperBound(window), count: window.count },
    );
    return rows.map((row) => ({
      order: (row as { position: number }).position,
      record: readRow(this.#schema, row, this.#log),
    }));
  }

  /** Returns a page of an owner's rows that meet a condition, newest first. */
  pageOf(
    owner: Owner,
    condition: string,
    parameters: SqlParameters,
    window: PageWindow,
  ): ListedRow<z.output<Schema>>[] {
    const column = owner.userId === null ? 'team_id' : 'user_id';
    const all = { ...parameters, owner: owner.userId ?? owner.teamId };
    return this.page(`${column} = :owner AND ${condition}`, all, window);
  }

  /**
   * Returns the rows of several kinds as one page, newest first. Each kind has its own index, so a page costs the same
   * however long the list is.
   * @param condition names the kind as `:kind`; needs an index per owner, kind and order.
   */
  pageOfKinds(
    owner: Owner,
    condition: string,
    kinds: readonly string[],
    window: PageWindow,
  ): ListedRow<z.output<Schema>>[] {
    return kinds
      .flatMap((kind) => this.pageOf(owner, condition, { kind }, window))
      .sort((left, right) => right.order - left.order)
      .slice(0, window.count);
  }
}

import type { z } from 'zod';
import { parseJson } from './parse-json.ts';
import { withStoreErrors } from './sqlite-errors.ts';
import type { StateStore } from './state-store.ts';

/** Stores small values by key permanently. */
export class SettingsRepository {
  readonly #state: StateStore;

  constructor(deps: { state: StateStore }) {
    this.#state = deps.state;
  }

  /** Returns the value; null when it is missing or does not fit the schema. */
  read<Schema extends z.ZodType>(key: string, schema: Schema): z.output<Schema> | null {
    const { path, database } = this.#state;
    const row = withStoreErrors(path, () =>
      database.prepare('SELECT value FROM settings WHERE key = ?').get(key),
    );
    if (!row) return null;
    return schema.safeParse(parseJson(row['value'])).data ?? null;
  }

  /** Writes a value. @throws AppError `disk_full`, `state_unreadable`; the previous value stays. */
  write(key: string, value: unknown): void {
    const { path, database } = this.#state;
    withStoreErrors(path, () =>
      database
        .prepare(
          'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        )
        .run(key, JSON.stringify(value)),
    );
  }
}

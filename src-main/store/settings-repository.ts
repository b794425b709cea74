import type { z } from 'zod';
import { parseJson } from './parse-json.ts';
import { storeErrorOf } from './sqlite-errors.ts';
import type { StateStore } from './state-store.ts';

/** Small values by key, kept for ever. */
export class SettingsRepository {
  readonly #state: StateStore;

  constructor(deps: { state: StateStore }) {
    this.#state = deps.state;
  }

  /** The value, or null when there is none or it does not fit the schema. */
  read<Schema extends z.ZodType>(key: string, schema: Schema): z.output<Schema> | null {
    const row = this.#state.database.prepare('SELECT value FROM settings WHERE key = ?').get(key);
    if (!row) return null;
    return schema.safeParse(parseJson(row['value'])).data ?? null;
  }

  /** @throws AppError `disk_full`; the value before stays. */
  write(key: string, value: unknown): void {
    try {
      this.#state.database
        .prepare(
          'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        )
        .run(key, JSON.stringify(value));
    } catch (error) {
      throw storeErrorOf(error, this.#state.path);
    }
  }
}

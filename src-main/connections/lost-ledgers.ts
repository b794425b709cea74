import { z } from 'zod';
import type { SettingsRepository } from '../state/settings-repository.ts';

const key = 'lostLedgers';
const idsSchema = z.array(z.string());

/** Connections whose service must still list their jobs, because the state was lost or set back. */
export class LostLedgers {
  readonly #settings: SettingsRepository;

  constructor(deps: { settings: SettingsRepository }) {
    this.#settings = deps.settings;
  }

  add(connectionIds: readonly string[]): void {
    this.#settings.write(key, [...new Set([...this.#ids, ...connectionIds])]);
  }

  has(connectionId: string): boolean {
    return this.#ids.includes(connectionId);
  }

  remove(connectionId: string): void {
    this.#settings.write(
      key,
      this.#ids.filter((id) => id !== connectionId),
    );
  }

  get #ids(): string[] {
    return this.#settings.read(key, idsSchema) ?? [];
  }
}

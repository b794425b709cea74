import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Log } from '../../platform.ts';
import type { SettingsRepository } from '../settings-repository.ts';

const keySchema = z.string().regex(/^[\w-]{43}$/);

export interface StoredKeyDeps {
  readonly repository: SettingsRepository;
  /** Name of the setting that stores the key. */
  readonly name: string;
  readonly log: Log;
}

/** A key of 256 random bits, the same at every start with the same user data. */
export class StoredKey {
  readonly #deps: StoredKeyDeps;
  #value: string | null = null;

  constructor(deps: StoredKeyDeps) {
    this.#deps = deps;
  }

  /** Returns the key; creates it when missing. If it cannot be stored, the next start has another. */
  read(): string {
    this.#value ??= this.#readKept() ?? this.#make();
    return this.#value;
  }

  #readKept(): string | null {
    return this.#deps.repository.read(this.#deps.name, keySchema);
  }

  #make(): string {
    const { repository, name, log } = this.#deps;
    const key = randomBytes(32).toString('base64url');
    try {
      repository.write(name, key);
    } catch (error) {
      log.warn('A key could not be kept.', { name, error });
    }
    return key;
  }
}

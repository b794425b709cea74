import { z } from 'zod';
import { systemCodeOf } from '../../foundation/files/folder-errors.ts';
import type { Log } from '../../platform.ts';
import type { SettingsRepository } from '../settings-repository.ts';

const portSchema = z.number().int().min(0).max(65_535);

/** Windows refuses a port that it has reserved with EACCES. */
const unusableCodes = new Set(['EADDRINUSE', 'EACCES']);

export interface StoredPortDeps {
  readonly repository: SettingsRepository;
  /** Key of the setting that stores the port. */
  readonly key: string;
  readonly log: Log;
}

/** Remembers the last port of a server, so that references to its address stay valid after a restart. */
export class StoredPort {
  readonly #deps: StoredPortDeps;

  constructor(deps: StoredPortDeps) {
    this.#deps = deps;
  }

  /** Returns the stored port; 0 when there is none. */
  read(): number {
    return this.#deps.repository.read(this.#deps.key, portSchema) ?? 0;
  }

  /** Stores the port. A failure must not stop the running server; a later start may use another port. */
  keep(port: number): void {
    const { repository, key, log } = this.#deps;
    try {
      if (port !== this.read()) repository.write(key, port);
    } catch (error) {
      log.warn('A port could not be kept.', { key, port, error });
    }
  }

  /** Starts at the stored port, or at a free one when none is stored, another program uses it or it is reserved. */
  async startAt<Result>(start: (port: number) => Promise<Result>): Promise<Result> {
    const port = this.read();
    if (port === 0) return start(0);
    return start(port).catch((error: unknown) => {
      if (unusableCodes.has(systemCodeOf(error))) return start(0);
      throw error;
    });
  }
}

import { z } from 'zod';
import { systemCodeOf } from '../../foundation/folder-errors.ts';
import type { Log } from '../../platform.ts';
import type { SettingsRepository } from '../settings-repository.ts';

const portSchema = z.number().int().min(0).max(65_535);

export interface StoredPortDeps {
  readonly repository: SettingsRepository;
  /** The setting it is kept under. */
  readonly key: string;
  readonly log: Log;
}

/** The port something was served at last: what refers to its address stays good when it comes back there. */
export class StoredPort {
  readonly #deps: StoredPortDeps;

  constructor(deps: StoredPortDeps) {
    this.#deps = deps;
  }

  /** 0 when none is kept. */
  read(): number {
    return this.#deps.repository.read(this.#deps.key, portSchema) ?? 0;
  }

  /** Not worth a server that runs: where it cannot be kept, a later start may take another port. */
  keep(port: number): void {
    const { repository, key, log } = this.#deps;
    try {
      if (port !== this.read()) repository.write(key, port);
    } catch (error) {
      log.warn('A port could not be kept.', { key, port, error });
    }
  }

  /** Starts at the kept port or, when there is none or another program has it, at a free one. */
  async startAt<Result>(start: (port: number) => Promise<Result>): Promise<Result> {
    const port = this.read();
    if (port === 0) return start(0);
    return start(port).catch((error: unknown) => {
      if (systemCodeOf(error) === 'EADDRINUSE') return start(0);
      throw error;
    });
  }
}

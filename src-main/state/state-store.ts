import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../src-shared/app-error.ts';
import type { Clock, Log } from '../platform.ts';
import { holdApplicationLock } from './application-lock.ts';
import { migrate, stateVersion, versionOf } from './migrations.ts';
import { openState } from './open-state.ts';
import { makePrivateFolder } from './private-files.ts';
import { storeErrorOf } from './sqlite-errors.ts';
import {
  backUpState,
  hasBackup,
  hasSoundBackup,
  isReplaced,
  msSinceBackup,
  replaceState,
  settleReplacement,
} from './state-backups.ts';

const backUpEveryMs = 24 * 3_600_000;
/** Also backs up an app that runs for weeks. */
const lookEveryMs = 3_600_000;

export interface StateStoreDeps {
  /** The app's folder; created when missing. */
  readonly userData: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when an unusable state was replaced, so that the user can be notified. */
  readonly onRecovered: (notice: AppError) => void;
  /** Resolves to true if this version replaced a newer one that did not start. */
  readonly hasSteppedBack?: () => Promise<boolean>;
}

/** The app's durable state: one SQLite file, locked by one process, backed up daily and before a migration. */
export class StateStore {
  readonly path: string;
  readonly #deps: StateStoreDeps;
  #database: DatabaseSync | null = null;
  #release: (() => void) | null = null;
  /** The backup that is being made. */
  #backup: Promise<void> | null = null;
  #cancelLook = (): void => undefined;

  constructor(deps: StateStoreDeps) {
    this.#deps = deps;
    this.path = join(deps.userData, 'state.sqlite');
  }

  get database(): DatabaseSync {
    if (!this.#database) throw new Error('The state is not open.');
    return this.#database;
  }

  /** Calls `follow` after the state was lost or set back, until it has returned once, even across a crash. */
  afterReplacement(follow: () => void): void {
    if (!isReplaced(this.path)) return;
    follow();
    settleReplacement(this.path);
  }

  /**
   * Opens the state.
   * @throws AppError `conflict` when the app runs already, `state_unreadable` when a newer app wrote the state or the
   * drive fails, `disk_full`.
   */
  async start(): Promise<void> {
    const { userData, clock } = this.#deps;
    try {
      makePrivateFolder(userData);
      this.#release = holdApplicationLock(userData);
      try {
        this.#database = this.#openOrRecover();
      } catch (error) {
        this.#database = await this.#stepBackAfter(error);
      }
      const version = versionOf(this.database);
      if (version > 0 && version < stateVersion) await backUpState(this.database, this.path, clock.now());
      migrate(this.database);
      this.#backUpWhenDue(this.database);
    } catch (error) {
      await this.dispose();
      throw storeErrorOf(error, userData);
    }
  }

  async dispose(): Promise<void> {
    this.#cancelLook();
    await this.#backup;
    this.#database?.close();
    this.#database = null;
    this.#release?.();
    this.#release = null;
  }

  #openOrRecover(): DatabaseSync {
    try {
      return openState(this.path, { mayBeNew: !hasBackup(this.path) });
    } catch (error) {
      if (!(error instanceof AppError) || error.details['reason'] !== 'damaged') throw error;
      return this.#replace(error, 'corrupt');
    }
  }

  /** Restores the backup from before an update, if the newer version did not start and was abandoned. */
  async #stepBackAfter(error: unknown): Promise<DatabaseSync> {
    const isNewer = error instanceof AppError && error.details['reason'] === 'newer';
    const mayStepBack = isNewer && ((await this.#deps.hasSteppedBack?.()) ?? false);
    if (!mayStepBack || !hasSoundBackup(this.path)) throw error;
    return this.#replace(error, 'newer');
  }

  #replace(error: unknown, why: 'corrupt' | 'newer'): DatabaseSync {
    const { clock, log, onRecovered } = this.#deps;
    const restoredMs = replaceState(this.path, why, clock.now());
    log.error('The state cannot be used and is replaced.', error, { restoredMs });
    const database = openState(this.path, { mayBeNew: true });
    onRecovered(recoveryNotice(this.path, restoredMs, why === 'newer'));
    return database;
  }

  #backUpWhenDue(database: DatabaseSync): void {
    const { clock, log } = this.#deps;
    const onFailed = (error: unknown): void => {
      log.error('The state could not be backed up.', error);
    };
    this.#cancelLook = clock.schedule(lookEveryMs, () => {
      try {
        this.#backUpWhenDue(database);
      } catch (error) {
        onFailed(error);
      }
    });
    // The computer may have slept for hours during a backup.
    if (this.#backup !== null || msSinceBackup(this.path, clock.now()) < backUpEveryMs) return;
    this.#backup = backUpState(database, this.path, clock.now())
      .catch(onFailed)
      .finally(() => {
        this.#backup = null;
      });
  }
}

function recoveryNotice(path: string, restoredMs: number | null, isOfLeftVersion: boolean): AppError {
  const reason = isOfLeftVersion ? 'stepped_back' : restoredMs === null ? 'emptied' : 'restored';
  const what = restoredMs === null ? 'It starts empty.' : 'The last backup took its place.';
  return new AppError('state_unreadable', `The state of the app could not be used. ${what}`, {
    details: {
      path,
      reason,
      ...(restoredMs === null ? {} : { restoredAt: Math.floor(restoredMs / 1000) }),
    },
  });
}

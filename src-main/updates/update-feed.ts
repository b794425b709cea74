import type { Clock } from '../platform.ts';
import { fetchRelease, fileFor, isNewer, type Offer, refused, type WantedFile } from './release.ts';
import type { UpdateRecord } from './update-record.ts';
import type { UpdateSource } from './update-source.ts';

export interface UpdateFeedDeps {
  readonly source: UpdateSource;
  readonly installation: WantedFile;
  /** Version of the running app. */
  readonly version: string;
  readonly record: UpdateRecord;
  readonly clock: Pick<Clock, 'now'>;
}

/** Interval of the app's own checks. */
export const checkEveryMs = 6 * 3_600_000;

/** Time without a usable feed after which the user is warned. */
const overdueAfterMs = 21 * 24 * 3_600_000;

/** What the distributor's feed offers to this installation. */
export class UpdateFeed {
  readonly #deps: UpdateFeedDeps;

  constructor(deps: UpdateFeedDeps) {
    this.#deps = deps;
  }

  /** The release to download, with its file for this installation; null for none. */
  get wanted(): Offer | null {
    const { record, installation } = this.#deps;
    const { release } = record.current;
    const file = release && fileFor(release, installation);
    return release && file && { release, file };
  }

  get isDue(): boolean {
    const { record, clock } = this.#deps;
    const { checkedAt } = record.current;
    const sinceMs = clock.now() - (checkedAt ?? 0);
    return checkedAt === null || sinceMs < 0 || sinceMs >= checkEveryMs;
  }

  /** True if the feed has given no usable answer for three weeks. Somebody may hold back a newer version. */
  get isOverdue(): boolean {
    const { record, clock } = this.#deps;
    const { checkedAt, firstCheckedAt } = record.current;
    const sinceMs = checkedAt ?? firstCheckedAt;
    return sinceMs !== null && clock.now() - sinceMs > overdueAfterMs;
  }

  /** Notes the outcome of earlier versions at this start. @param left versions that did not open their first window. */
  settle(left: readonly string[]): void {
    const { record, version, source } = this.#deps;
    record.settle(version, left);
    record.verify(source);
  }

  /**
   * Reads the feed and notes its answer.
   * @throws AppError as `fetchRelease`, `disk_full`, `update_refused`, also for a feed older than one seen before.
   */
  async ask(signal: AbortSignal): Promise<void> {
    const { source, version, installation, record, clock } = this.#deps;
    record.noteCheck(clock.now());
    const found = await fetchRelease(source, signal);
    const { release } = found;
    if (release.releasedAt < record.current.newestReleasedAt)
      throw refused('outdated', 'The feed of updates is older than one that was read before.');
    const isNew = isNewer(release.version, version) && fileFor(release, installation) !== null;
    const isOffered = isNew && !record.current.failed.includes(release.version);
    const { minimumVersion } = release;
    if (isOffered && minimumVersion !== null && isNewer(minimumVersion, version))
      throw refused('too_old', `From this version ${release.version} cannot be updated to.`);
    record.found(found, isOffered, clock.now());
  }
}

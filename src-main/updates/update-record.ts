import { z } from 'zod';
import type { Log } from '../platform.ts';
import type { SettingsRepository } from '../state/settings-repository.ts';
import { downloadCheckpointSchema } from '../state/transfer-repository.ts';
import { type Announcement, isNewer, isSigned, releaseSchema, signedFeedSchema } from './release.ts';
import type { UpdateSource } from './update-source.ts';

const recordSchema = z.object({
  formatVersion: z.literal(1),
  /** Versions are downloaded without being asked for. */
  isAutomatic: z.boolean(),
  /** Unix time in milliseconds of the last answer of the feed. */
  checkedAt: z.number().int().nullable(),
  /** The newest that is known, newer than the app and not one that failed. */
  release: releaseSchema.nullable(),
  /** What announced it. */
  signed: signedFeedSchema.nullable().default(null),
  /** How far the download of the file with this hash came. */
  part: z.object({ sha256: z.string(), checkpoint: downloadCheckpointSchema }).nullable(),
  /** SHA-256 of the packages that were downloaded, by version. */
  hashes: z.record(z.string(), z.string()),
  /** Versions that did not open their first window here; they are not offered again. */
  failed: z.array(z.string()),
  /** The one of them the user does not know of yet. */
  failedVersion: z.string().nullable(),
  /** What came with the version that runs, until it is dismissed. */
  news: z.object({ version: z.string(), notes: z.record(z.string(), z.string()) }).nullable(),
});
type Kept = z.infer<typeof recordSchema>;

const key = 'updates';
const defaults: Kept = {
  ...{ formatVersion: 1, isAutomatic: true, checkedAt: null, release: null, signed: null },
  ...{ part: null, hashes: {}, failed: [], failedVersion: null, news: null },
};

/** What is kept about updates from start to start. */
export class UpdateRecord {
  readonly #repository: SettingsRepository;
  readonly #log: Log;
  /** As it is in the state, which is read once. */
  #current: Kept | null = null;
  /** Whether some of it is in memory alone. */
  #isHeld = false;

  constructor(deps: { readonly repository: SettingsRepository; readonly log: Log }) {
    this.#repository = deps.repository;
    this.#log = deps.log;
  }

  get current(): Kept {
    this.#current ??= this.#repository.read(key, recordSchema) ?? defaults;
    return this.#current;
  }

  /** @throws AppError `disk_full`, `state_unreadable`; what was kept before stays. */
  change(change: Partial<Kept>): void {
    const changed = { ...this.current, ...change };
    this.#repository.write(key, changed);
    this.#current = changed;
    this.#isHeld = false;
  }

  /** Notes what the app found out by itself; in memory alone while the state cannot be written. */
  #hold(change: Partial<Kept>): void {
    this.#current = { ...this.current, ...change };
    this.#isHeld = true;
    this.writeHeld();
  }

  /** Writes what is in memory alone. @returns false where that is still impossible. */
  writeHeld(): boolean {
    try {
      if (this.#isHeld) this.change({});
    } catch (error) {
      this.#log.warn('What is known of updates was not written.', { known: this.current, error });
    }
    return !this.#isHeld;
  }

  /**
   * Notes what became of the versions before this start.
   * @param version that runs.
   * @param left versions that did not open their first window.
   */
  settle(version: string, left: readonly string[]): void {
    const { release, failed, failedVersion, news } = this.current;
    const isInstalled = release?.version === version;
    const isTold = news?.version === version && left.length === 0;
    const isOver = release !== null && (!isNewer(release.version, version) || left.includes(release.version));
    this.#hold({
      ...(isOver ? { release: null, signed: null, part: null } : {}),
      failed: [...new Set([...failed, ...left])],
      failedVersion: left.at(-1) ?? (isInstalled ? null : failedVersion),
      news: isInstalled ? { version, notes: release.notes } : isTold ? news : null,
    });
  }

  /** A release that an earlier start has noted stays while it is signed; without that the feed is asked anew. */
  verify(source: UpdateSource): void {
    const { release, signed } = this.current;
    if (release === null || (signed && isSigned(release, signed, source))) return;
    this.#hold({ release: null, signed: null, checkedAt: null });
  }

  /** Notes the hash of a package that is here and verified. */
  keepHash(version: string, sha256: string): void {
    if (this.current.hashes[version] === sha256) this.writeHeld();
    else this.#hold({ hashes: { ...this.current.hashes, [version]: sha256 } });
  }

  /** Forgets the packages of other versions. */
  keepHashesOf(versions: readonly string[]): void {
    const { hashes } = this.current;
    const kept = Object.entries(hashes).filter(([version]) => versions.includes(version));
    if (kept.length < Object.keys(hashes).length) this.#hold({ hashes: Object.fromEntries(kept) });
  }

  /** Notes what the feed said: a release to be brought, or null for none. */
  found(found: Announcement | null, nowMs: number): void {
    const { part } = this.current;
    const release = found?.release ?? null;
    const isOfIt = release?.files.some(({ sha256 }) => sha256 === part?.sha256) ?? false;
    this.change({ checkedAt: nowMs, release, signed: found?.signed ?? null, part: isOfIt ? part : null });
  }
}

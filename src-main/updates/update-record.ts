import { z } from 'zod';
import type { Log } from '../platform.ts';
import type { SettingsRepository } from '../state/settings-repository.ts';
import { downloadCheckpointSchema } from '../state/transfer-repository.ts';
import { type Announcement, isNewer, isSigned, releaseSchema, signedFeedSchema } from './release.ts';
import type { UpdateSource } from './update-source.ts';

const recordSchema = z.object({
  formatVersion: z.literal(1),
  /** True to download versions automatically. */
  isAutomatic: z.boolean(),
  /** Unix time in milliseconds of the feed's last answer. */
  checkedAt: z.number().int().nullable(),
  /** Unix time in milliseconds of the first check; null before it. */
  firstCheckedAt: z.number().int().nullable().default(null),
  /** Release date of the newest feed seen, in Unix milliseconds; an older feed is refused. */
  newestReleasedAt: z.number().int().nonnegative().default(0),
  /** The newest known release, newer than the app and not a failed one. */
  release: releaseSchema.nullable(),
  /** The signed feed that announced it. */
  signed: signedFeedSchema.nullable().default(null),
  /** Position of the download of the file with this hash. */
  part: z.object({ sha256: z.string(), checkpoint: downloadCheckpointSchema }).nullable(),
  /** SHA-256 of downloaded packages, by version. */
  hashes: z.record(z.string(), z.string()),
  /** Versions that did not open their first window here; the app does not offer them again. */
  failed: z.array(z.string()),
  /** The failed version that the user has not seen yet. */
  failedVersion: z.string().nullable(),
  /** Release notes of the running version, until dismissed. */
  news: z.object({ version: z.string(), notes: z.record(z.string(), z.string()) }).nullable(),
});
type Kept = z.infer<typeof recordSchema>;

const key = 'updates';
const defaults: Kept = {
  formatVersion: 1,
  isAutomatic: true,
  checkedAt: null,
  firstCheckedAt: null,
  newestReleasedAt: 0,
  release: null,
  signed: null,
  part: null,
  hashes: {},
  failed: [],
  failedVersion: null,
  news: null,
};

/** The stored state of updates across starts. */
export class UpdateRecord {
  readonly #repository: SettingsRepository;
  readonly #log: Log;
  /** Cache of the stored record, which is read once. */
  #current: Kept | null = null;
  /** True if some changes are in memory only. */
  #isHeld = false;

  constructor(deps: { readonly repository: SettingsRepository; readonly log: Log }) {
    this.#repository = deps.repository;
    this.#log = deps.log;
  }

  get current(): Kept {
    this.#current ??= this.#repository.read(key, recordSchema) ?? defaults;
    return this.#current;
  }

  /** Stores a change. @throws AppError `disk_full`, `state_unreadable`; the previous record stays. */
  change(change: Partial<Kept>): void {
    const changed = { ...this.current, ...change };
    this.#repository.write(key, changed);
    this.#current = changed;
    this.#isHeld = false;
  }

  /** Notes the app's own findings; in memory only while the state cannot be written. */
  #hold(change: Partial<Kept>): void {
    this.#current = { ...this.current, ...change };
    this.#isHeld = true;
    this.writeHeld();
  }

  /** Writes changes that are in memory only. @returns false where that is still impossible. */
  writeHeld(): boolean {
    try {
      if (this.#isHeld) this.change({});
    } catch (error) {
      this.#log.warn('What is known of updates was not written.', { error });
    }
    return !this.#isHeld;
  }

  /**
   * Notes the outcome of earlier versions at this start.
   * @param version the running one.
   * @param left versions that did not open their first window.
   */
  settle(version: string, left: readonly string[]): void {
    const { release, failed, failedVersion, news } = this.current;
    const isInstalled = release?.version === version;
    const isAnnounced = news?.version === version && left.length === 0;
    const isOver = release !== null && (!isNewer(release.version, version) || left.includes(release.version));
    this.#hold({
      ...(isOver ? { release: null, signed: null, part: null } : {}),
      failed: [...new Set([...failed, ...left])],
      failedVersion: left.at(-1) ?? (isInstalled ? null : failedVersion),
      news: isInstalled ? { version, notes: release.notes } : isAnnounced ? news : null,
    });
  }

  /** Keeps a release from an earlier start only if its signature is valid; otherwise the feed is read again. */
  verify(source: UpdateSource): void {
    const { release, signed } = this.current;
    if (release === null || (signed && isSigned(release, signed, source))) return;
    this.#hold({ release: null, signed: null, checkedAt: null });
  }

  /** Notes the hash of a verified package. */
  keepHash(version: string, sha256: string): void {
    if (this.current.hashes[version] === sha256) this.writeHeld();
    else this.#hold({ hashes: { ...this.current.hashes, [version]: sha256 } });
  }

  /** Removes the hashes of other versions. */
  keepHashesOf(versions: readonly string[]): void {
    const { hashes } = this.current;
    const kept = Object.entries(hashes).filter(([version]) => versions.includes(version));
    if (kept.length < Object.keys(hashes).length) this.#hold({ hashes: Object.fromEntries(kept) });
  }

  /** Notes the time of the first check. */
  noteCheck(nowMs: number): void {
    if (this.current.firstCheckedAt === null) this.#hold({ firstCheckedAt: nowMs });
  }

  /** Notes the feed's answer. @param isOffered true if its release is one to download. */
  found({ release, signed }: Announcement, isOffered: boolean, nowMs: number): void {
    const { part } = this.current;
    const isOfIt = isOffered && release.files.some(({ sha256 }) => sha256 === part?.sha256);
    this.change({
      checkedAt: nowMs,
      newestReleasedAt: release.releasedAt,
      release: isOffered ? release : null,
      signed: isOffered ? signed : null,
      part: isOfIt ? part : null,
    });
  }
}

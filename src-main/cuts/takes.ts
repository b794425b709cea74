import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, stat } from 'node:fs/promises';
import { join, parse } from 'node:path';
import type { FileInfo } from '../../src-shared/api/files.ts';
import { AppError } from '../../src-shared/app-error.ts';
import type { Measured, Take } from '../../src-shared/contract/cut.ts';
import { fileUrlOfPath } from '../../src-timeline/formats/file-url.ts';
import { safeMediaName } from '../../src-timeline/model/media-name.ts';
import type { FrameRate } from '../../src-timeline/model/rational-time.ts';
import type { MediaReference } from '../../src-timeline/model/timeline.ts';
import { clearUnused } from '../foundation/files/clear-unused.ts';
import { removeTree } from '../foundation/files/remove-tree.ts';
import type { FileGrants } from '../intake/file-grants.ts';
import { inspectFile, unsupported } from '../intake/inspect-file.ts';
import { fileTypeOf } from '../intake/sniff-file.ts';
import type { Clock, Log } from '../platform.ts';
import type { FileGrantRecord } from '../state/material-repository.ts';
import type { TakeRecord, TakeRepository } from '../state/take-repository.ts';

export interface TakesDeps {
  readonly repository: TakeRepository;
  readonly grants: Pick<FileGrants, 'open'>;
  readonly hashFile: (path: string) => Promise<string>;
  /** Of the app's own, for files of the service. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly publish: (projectId: string) => void;
}

/** The scene that a take is for. */
export interface TakePlace extends Pick<TakeRecord, 'projectId' | 'sceneId' | 'scene' | 'kind'> {
  readonly frameRate: FrameRate;
}

/** A file that becomes a take. */
interface TakeFile extends Pick<TakeRecord, 'path' | 'isOwned'> {
  readonly path: string;
  readonly name: string;
  readonly measured: Measured;
}

/** Writes a file to a path. */
type WriteFile = (path: string) => Promise<unknown>;

/** A take of which only the job is known. */
type RunningTake = Pick<TakeRecord, 'takeId' | 'name' | 'prompt' | 'spokenText' | 'jobId' | 'made'>;

const maxTakes = 1_000;
const mediaKinds: Readonly<Record<string, MediaReference['kind']>> = {
  IMAGE: 'still',
  VIDEO: 'video',
  AUDIO: 'audio',
};

/** Pictures and voices that scenes have or could have. */
export class Takes {
  readonly #deps: TakesDeps;

  constructor(deps: TakesDeps) {
    this.#deps = deps;
  }

  /** Removes files in the app's own folder that no take has, as a crash leaves them. Never rejects. */
  async start(): Promise<void> {
    const { folder, repository, log } = this.#deps;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const paths = repository.list(Number.MAX_SAFE_INTEGER).flatMap(({ path }) => path ?? []);
      await clearUnused(folder, new Set(paths), this.#deps);
    } catch (error) {
      log.warn('The folder of takes could not be cleared.', { error });
    }
  }

  /** Returns the takes of a project, newest first. */
  list(projectId: string): readonly TakeRecord[] {
    return this.#deps.repository.list(maxTakes, projectId);
  }

  /** @throws AppError `not_found`. */
  get(takeId: string): TakeRecord {
    const record = this.#deps.repository.get(takeId);
    if (!record) throw new AppError('not_found', `There is no take ${takeId}.`);
    return record;
  }

  /** Adds a file of the user, which stays where it is. @throws AppError as `inspectFile`, `not_found`. */
  async addFile(place: TakePlace, grantId: string, measured: Measured): Promise<TakeRecord> {
    const granted = await this.#deps.grants.open(grantId);
    const { path, isOwned } = await this.#kept(granted);
    return this.#add(place, { path, isOwned, name: granted.displayName, measured });
  }

  /**
   * Adds a file of the service.
   * @param download writes it to a path of the app's own.
   * @throws AppError `file_type_unsupported`, and as the download.
   */
  async addServiceFile(place: TakePlace, file: FileInfo, download: WriteFile): Promise<TakeRecord> {
    return this.#add(place, await this.#downloaded(file, file.type === 'VIDEO', download));
  }

  /** Adds a take that a job makes. @throws AppError `disk_full`. */
  addRunning({ projectId, sceneId, scene, kind }: TakePlace, made: RunningTake): TakeRecord {
    return this.#put({ ...this.#blank(), projectId, sceneId, scene, kind, ...made, state: 'running' });
  }

  /** Returns the takes of a connection's jobs that are not there yet, newest first. */
  listUnmade(connectionId: string): readonly TakeRecord[] {
    const records = this.#deps.repository.list(maxTakes);
    return records.filter(({ made, state }) => made?.connectionId === connectionId && state !== 'ready');
  }

  /** Returns the take that a job makes, until it is there; null for none. */
  ofJob(jobId: string): TakeRecord | null {
    return this.#deps.repository.listUnfinished().find((record) => record.jobId === jobId) ?? null;
  }

  /**
   * Completes a take with the file that its job has made.
   * @param use what is done with the take just before it is there; after a crash both are done again.
   * @throws AppError as `addServiceFile`, `not_found` if it is removed.
   */
  async complete(
    takeId: string,
    file: FileInfo,
    download: WriteFile,
    use: (take: TakeRecord) => void,
  ): Promise<TakeRecord> {
    const made = await this.#downloaded(file, false, download);
    return orRemove(made.path, async () => {
      const record = this.#deps.repository.get(takeId);
      if (!record?.made) throw new AppError('not_found', `There is no take ${takeId}.`);
      const facts = await this.#factsOf({ ...record, frameRate: record.made.frameRate }, made);
      // It may have been removed while its file was read.
      const ready: TakeRecord = { ...this.get(takeId), ...facts, state: 'ready', error: null };
      use(ready);
      return this.#put(ready);
    });
  }

  /** Notes the job that makes a take, or why there is none. Does nothing if the take is removed. @throws AppError `disk_full`. */
  note(takeId: string, change: Pick<TakeRecord, 'state' | 'error'> & { readonly jobId?: string }): void {
    const record = this.#deps.repository.get(takeId);
    if (record) this.#put({ ...record, ...change });
  }

  /** Finds a missing file in another place. @throws AppError `conflict` with `reason` `another_file`, `not_found`. */
  async find(takeId: string, grantId: string): Promise<TakeRecord> {
    const record = this.get(takeId);
    const granted = await this.#deps.grants.open(grantId);
    if (!record.media || (await this.#deps.hashFile(granted.path)) !== record.sha256)
      throw new AppError('conflict', 'The file is another one.', { details: { reason: 'another_file' } });
    const { path, isOwned } = await this.#kept(granted);
    const media = { ...record.media, location: fileUrlOfPath(path, process.platform) };
    return this.#put({ ...this.get(takeId), path, media, isOwned });
  }

  /** Removes a take; its file too if it is the app's own. @throws AppError `not_found`. */
  async remove(takeId: string): Promise<void> {
    const { path, isOwned, projectId } = this.get(takeId);
    this.#deps.repository.delete(takeId);
    this.#deps.publish(projectId);
    if (isOwned && path !== null) await removeTree(path);
  }

  /** Returns where a file stays: the user's in its place, one of the inbox copied, as that keeps only what it knows. */
  async #kept({ path, isOwned }: Pick<FileGrantRecord, 'path' | 'isOwned'>) {
    const own = isOwned ? await this.#writeOwn(path, (copy) => copyFile(path, copy)) : null;
    return { path: own ?? path, isOwned };
  }

  /** Writes a new file in the app's own folder. @param name the file has the extension of. */
  async #writeOwn(name: string, write: WriteFile): Promise<string> {
    const { folder } = this.#deps;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${randomUUID()}${parse(name).ext}`);
    await orRemove(path, () => write(path));
    return path;
  }

  /** Downloads a file of the service into the app's own folder. */
  async #downloaded(file: FileInfo, hasSound: boolean, download: WriteFile): Promise<TakeFile> {
    const name = file.displayName ?? file.fileId;
    const { width, height } = file.downloadSource ?? {};
    const size = width && height ? { width, height } : null;
    const measured = { durationSeconds: file.durationSeconds ?? null, size, hasSound };
    const path = await this.#writeOwn(name, download);
    return { path, isOwned: true, name, measured };
  }

  async #add(place: TakePlace, file: TakeFile): Promise<TakeRecord> {
    const { projectId, sceneId, scene, kind } = place;
    const blank = this.#blank();
    const add = async (): Promise<TakeRecord> => {
      const facts = await this.#factsOf({ ...place, takeId: blank.takeId }, file);
      return this.#put({ ...blank, projectId, sceneId, scene, kind, ...facts });
    };
    return file.isOwned ? orRemove(file.path, add) : add();
  }

  #blank() {
    return {
      takeId: randomUUID(),
      state: 'ready',
      media: null,
      path: null,
      isOwned: true,
      sizeBytes: 0,
      sha256: null,
      prompt: null,
      spokenText: null,
      jobId: null,
      error: null,
      made: null,
      createdAt: Math.floor(this.#deps.clock.now() / 1000),
    } as const;
  }

  /** Returns the fields that a take has from its file. @throws AppError `file_type_unsupported`. */
  async #factsOf(
    { takeId, kind: wanted, frameRate }: Pick<TakePlace, 'kind' | 'frameRate'> & { readonly takeId: string },
    { path, name, isOwned, measured }: TakeFile,
  ) {
    const { mimeType, sizeBytes } = await inspectFile(path, name);
    const kind = mediaKinds[fileTypeOf(mimeType)];
    if (kind === undefined || (kind === 'audio') !== (wanted === 'voice')) throw unsupported(name);
    const { numerator, denominator } = frameRate;
    const frames = Math.floor(((measured.durationSeconds ?? 0) * numerator) / denominator);
    const isLong = kind === 'still' || frames > 0;
    if (!isLong || (kind !== 'audio' && measured.size === null)) throw unsupported(name);
    const media: MediaReference = {
      mediaId: `take-${takeId}`,
      fileName: safeMediaName(parse(name).name, parse(name).ext, new Set()),
      location: fileUrlOfPath(path, process.platform),
      kind,
      durationFrames: kind === 'still' ? null : frames,
      startFrame: 0,
      size: kind === 'audio' ? null : measured.size,
      audioChannels: kind === 'audio' || (kind === 'video' && measured.hasSound) ? 2 : null,
    };
    const sha256 = await this.#deps.hashFile(path);
    return { name, media, path, isOwned, sizeBytes, sha256 };
  }

  #put(record: TakeRecord): TakeRecord {
    this.#deps.repository.put(record);
    this.#deps.publish(record.projectId);
    return record;
  }
}

/** Does the work of a take with a file of the app's own; removes the file if that fails. */
async function orRemove<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    await removeTree(path);
    throw error;
  }
}

/** Returns a take as the page sees it. @param pathOf returns the path of its media. */
export async function shownTake(
  record: TakeRecord,
  pathOf: (media: MediaReference) => string,
): Promise<Take> {
  const { path, sizeBytes, media } = record;
  const facts = path === null ? null : await stat(path).catch(() => null);
  const isMissing = record.state === 'ready' && facts?.size !== sizeBytes;
  return {
    ...record,
    state: isMissing ? 'missing' : record.state,
    media: media && { ...media, location: '' },
    mediaPath: media && !isMissing ? pathOf(media) : null,
  };
}

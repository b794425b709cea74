import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import type { Material } from '../../src-shared/contract/material.ts';
import { systemCodeOf } from '../foundation/files/folder-errors.ts';
import { unreadable } from '../foundation/files/unreadable.ts';
import type { Clock, Log, System } from '../platform.ts';
import type { MaterialRecord, MaterialRepository } from '../state/material-repository.ts';
import { convertHeic } from './convert-heic.ts';
import { isDamagedMovie } from './damaged-movie.ts';
import type { FileGrants } from './file-grants.ts';
import { inspectFile, readErrorOf, unsupported } from './inspect-file.ts';
import { findSideCar, readTranscript } from './side-car.ts';
import { fileTypeOf } from './sniff-file.ts';

export interface MaterialServiceDeps {
  readonly grants: FileGrants;
  readonly repository: MaterialRepository;
  readonly clock: Clock;
  readonly log: Log;
  /** As of `Platform`. */
  readonly languages: readonly string[];
  readonly system: System;
}

type MaterialFacts = Omit<MaterialRecord, 'materialId' | 'mediaPath' | 'uploadedFileIds' | 'createdAt'> & {
  readonly mediaPath?: string | undefined;
  readonly uploadedFileIds?: MaterialRecord['uploadedFileIds'];
};

/** Keeps the user's own files for the next generation. */
export class MaterialService {
  readonly #deps: MaterialServiceDeps;

  constructor(deps: MaterialServiceDeps) {
    this.#deps = deps;
  }

  /**
   * Adds a file; of a still in HEIC, a JPEG made by a program of the system.
   * @throws AppError `file_type_unsupported`, with `reason` `heic` where none makes it; `file_unreadable`, with `reason`
   * `damaged` for a movie that is cut off; `not_found`.
   */
  async add(grantId: string): Promise<Material> {
    const { grants } = this.#deps;
    const { path, displayName, isOwned } = await grants.open(grantId);
    const { sizeBytes, modifiedAtMs, mimeType } = await inspectFile(path, displayName);
    if (mimeType === 'image/heic') return this.add(await convertHeic(path, displayName, this.#deps));
    if (await isDamagedMovie(path, mimeType, sizeBytes)) throw unreadable(displayName, 'damaged');
    const kind = kindOf(mimeType);
    if (kind === null) throw unsupported(displayName);
    const transcriptPath = kind === 'audio' && !isOwned ? await this.#findTranscript(path) : null;
    return this.#put({
      displayName,
      kind,
      sizeBytes,
      path,
      mimeType,
      modifiedAtMs,
      transcriptPath,
      ...(transcriptPath === null ? {} : { transcriptName: basename(transcriptPath) }),
    });
  }

  /**
   * Makes another material for the same recording, with another transcript or none.
   * @throws AppError `file_type_unsupported`, `file_unreadable`, `not_found`.
   */
  async withTranscript(materialId: string, grantId: string | null): Promise<Material> {
    const recording = this.get(materialId);
    if (recording.kind !== 'audio' || recording.path === null) throw unsupported(recording.displayName);
    const unsent = { ...recording, mediaPath: undefined, uploadedFileIds: {} };
    if (grantId === null) return this.#put({ ...unsent, transcriptPath: null, transcriptName: undefined });
    const { path, displayName } = await this.#deps.grants.open(grantId);
    const words = await readTranscript(path, this.#deps.languages).catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      throw systemCodeOf(error) === '' ? unsupported(displayName) : readErrorOf(error, displayName);
    });
    if (words === null) throw unsupported(displayName);
    return this.#put({ ...unsent, transcriptPath: path, transcriptName: displayName });
  }

  /**
   * Adds a file that a service has, for requests over that connection. @param facts the service's facts about the file.
   */
  addOfLibrary(
    connectionId: string,
    fileId: string,
    facts: Pick<Material, 'displayName' | 'kind' | 'sizeBytes' | 'mediaPath'>,
  ): Material {
    return this.#put({
      ...facts,
      uploadedFileIds: { [connectionId]: fileId },
      path: null,
      transcriptPath: null,
      mimeType: '',
      modifiedAtMs: 0,
    });
  }

  /** @throws AppError `not_found`. */
  get(materialId: string): MaterialRecord {
    const record = this.#deps.repository.get(materialId);
    if (!record) throw new AppError('not_found', `There is no material ${materialId}.`);
    return record;
  }

  /** Returns the known ones among them, in any order. */
  getMany(materialIds: readonly string[]): MaterialRecord[] {
    return this.#deps.repository.getMany(materialIds);
  }

  /** Finds the captions beside a recording; null without words that can be read. */
  async #findTranscript(path: string): Promise<string | null> {
    const transcriptPath = await findSideCar(path);
    if (transcriptPath === null) return null;
    try {
      return (await readTranscript(transcriptPath, this.#deps.languages)) && transcriptPath;
    } catch (error) {
      this.#deps.log.warn('Captions beside a recording cannot be used.', { transcriptPath, error });
      return null;
    }
  }

  #put(facts: MaterialFacts): Material {
    const { repository, clock } = this.#deps;
    const materialId = randomUUID();
    const record: MaterialRecord = {
      ...facts,
      materialId,
      mediaPath: facts.mediaPath ?? `materials/${materialId}`,
      uploadedFileIds: facts.uploadedFileIds ?? {},
      createdAt: Math.floor(clock.now() / 1000),
    };
    repository.put(record);
    return record;
  }
}

/** Returns the kind of a media type. A still has pixels, so a drawing is not one. */
function kindOf(mimeType: string): Material['kind'] | null {
  const type = fileTypeOf(mimeType);
  if (type === 'VIDEO') return 'video';
  if (type === 'AUDIO') return 'audio';
  if (type === 'PDF' || type === 'SLIDESHOW') return 'slides';
  return type === 'IMAGE' && mimeType !== 'image/svg+xml' ? 'image' : null;
}

import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { AppError } from '../../src-shared/app-error.ts';
import { type Material, maxFileBytes } from '../../src-shared/contract/material.ts';
import type { Clock } from '../platform.ts';
import type { MaterialRecord, MaterialRepository } from '../store/material-repository.ts';
import { type FileGrants, unreadable } from './file-grants.ts';
import { sniffMedia } from './sniff-media.ts';

export interface MaterialServiceDeps {
  readonly grants: FileGrants;
  readonly repository: MaterialRepository;
  readonly clock: Clock;
}

/** Own stills and clips for the next generation. */
export class MaterialService {
  readonly #deps: MaterialServiceDeps;

  constructor(deps: MaterialServiceDeps) {
    this.#deps = deps;
  }

  /** @throws AppError `file_type_unsupported`, `file_unreadable`, `not_found`. */
  async add(grantId: string): Promise<Material> {
    const { grants, repository, clock } = this.#deps;
    const { path, displayName } = await grants.open(grantId);
    const { size, mtimeMs } = await stat(path);
    if (size === 0) throw unreadable(displayName, 'empty');
    if (size > maxFileBytes) throw unreadable(displayName, 'too_large');
    const media = await sniffMedia(path).catch((error: unknown) => {
      throw unreadable(displayName, 'missing', error);
    });
    if (!media) {
      throw new AppError('file_type_unsupported', `${displayName} is neither a still nor a clip.`, {
        details: { displayName },
      });
    }
    const materialId = randomUUID();
    const record: MaterialRecord = {
      materialId,
      displayName,
      kind: media.kind,
      sizeBytes: size,
      mediaPath: `materials/${materialId}`,
      path,
      mimeType: media.mimeType,
      modifiedAtMs: mtimeMs,
      uploadedFileIds: {},
      createdAt: Math.floor(clock.now() / 1000),
    };
    repository.put(record);
    return record;
  }

  /** @throws AppError `not_found`. */
  get(materialId: string): MaterialRecord {
    const record = this.#deps.repository.get(materialId);
    if (!record) throw new AppError('not_found', `There is no material ${materialId}.`);
    return record;
  }
}

import { randomUUID } from 'node:crypto';
import { AppError } from '../../src-shared/app-error.ts';
import type { Material } from '../../src-shared/contract/material.ts';
import type { Clock } from '../platform.ts';
import type { MaterialRecord, MaterialRepository } from '../state/material-repository.ts';
import type { FileGrants } from './file-grants.ts';
import { inspectFile, unsupported } from './inspect-file.ts';
import { fileTypeOf } from './sniff-file.ts';

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
    const { sizeBytes, modifiedAtMs, mimeType } = await inspectFile(path, displayName);
    const kind = kindOf(mimeType);
    if (kind === null) throw unsupported(displayName);
    const materialId = randomUUID();
    const record: MaterialRecord = {
      materialId,
      displayName,
      kind,
      sizeBytes,
      mediaPath: `materials/${materialId}`,
      path,
      mimeType,
      modifiedAtMs,
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

/** Stills are pixels: a drawing is none. */
function kindOf(mimeType: string): Material['kind'] | null {
  const type = fileTypeOf(mimeType);
  if (type === 'VIDEO') return 'video';
  return type === 'IMAGE' && mimeType !== 'image/svg+xml' ? 'image' : null;
}

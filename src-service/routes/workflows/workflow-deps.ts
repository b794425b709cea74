import type { MediaEngine } from '@dailies/media';
import type { Caller } from '../../auth/credentials.ts';
import type { ActorVoices } from '../../catalogue/actor-voices.ts';
import type { VoiceCatalogue } from '../../catalogue/voice-catalogue.ts';
import { usableFile } from '../../jobs/usable-file.ts';
import type { EntityRepository } from '../../store/records/entity-repository.ts';
import type { FileRepository } from '../../store/records/file-repository.ts';

/** Dependencies of the starts of workflows. */
export interface WorkflowDeps {
  readonly files: FileRepository;
  readonly entities: EntityRepository;
  readonly actorVoices: ActorVoices;
  readonly engine: MediaEngine;
  readonly catalogue: VoiceCatalogue;
}

/** The part of a run that its workflow decides. */
export interface PreparedStart<Request> {
  /** Title of the project. */
  readonly title: string;
  readonly request: Request;
}

/** @throws ApiError naming the first entry of a list of files that the caller cannot use */
export function checkFiles(
  deps: WorkflowDeps,
  caller: Caller,
  fileIds: readonly string[],
  { field, types }: { readonly field: string; readonly types: readonly ('IMAGE' | 'VIDEO')[] },
): void {
  for (const [index, fileId] of fileIds.entries()) {
    usableFile(deps.files, caller, fileId, { field: `${field}[${index}]`, types });
  }
}

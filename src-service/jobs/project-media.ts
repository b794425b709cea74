import { extname } from 'node:path';
import { extensionOfMimeType } from '@dailies/media';
import type { ProjectContent } from '@dailies/media/project';
import { ApiError } from '../api-error.ts';
import { sizeOfFile } from '../store/disk/durable-files.ts';
import type { FileStore } from '../store/disk/file-store.ts';
import type { FileRepository } from '../store/records/file-repository.ts';
import type { ProjectRepository, StoredProject } from '../store/records/project-repository.ts';

export interface ProjectMediaDeps {
  readonly projects: ProjectRepository;
  readonly files: FileRepository;
  readonly fileStore: FileStore;
}

/** A media file of a project on disk. */
export interface FoundMedia {
  readonly fileId: string;
  readonly path: string;
  /** Name in the file store. */
  readonly fileName: string;
  /** Extension of the name, else of the MIME type, including the dot. */
  readonly extension: string;
  readonly sizeBytes: number;
  /** Null for stills and if unknown. */
  readonly durationSeconds: number | null;
  /** In pixels; null for sound and if unknown. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** @throws ApiError if the project is gone or was never generated. */
export function readProject(
  deps: Pick<ProjectMediaDeps, 'projects'>,
  projectId: string,
): { project: StoredProject; content: ProjectContent } {
  const project = deps.projects.find(projectId);
  const content = deps.projects.readContent(projectId);
  if (!project || !content) throw new ApiError(404, 'not_found', 'The project has no content.');
  return { project, content };
}

/** @throws ApiError if the bytes are missing, which is final because retrying cannot restore them. */
export async function findMedia(deps: ProjectMediaDeps, fileId: string): Promise<FoundMedia> {
  const file = deps.files.find(fileId);
  const download = file?.sources.download;
  const fileName = download?.fileName;
  const path = fileName ? deps.fileStore.pathOf(fileId, fileName) : '';
  const sizeBytes = fileName ? await sizeOfFile(path) : null;
  if (!fileName || sizeBytes === null) {
    throw new ApiError(404, 'not_found', 'A media file of this project is missing on the disk.');
  }
  const { width, height } = download;
  const size = width !== null && height !== null ? { width, height } : null;
  const extension = extname(fileName) || extensionOfMimeType(download.mimeType ?? '');
  const durationSeconds = file?.durationSeconds ?? null;
  return { fileId, path, fileName, extension, sizeBytes, durationSeconds, size };
}

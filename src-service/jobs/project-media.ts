import { ApiError } from '../api-error.ts';
import type { ProjectContent } from '../engine/project-content.ts';
import { sizeOfFile } from '../store/durable-files.ts';
import type { FileRepository } from '../store/file-repository.ts';
import type { FileStore } from '../store/file-store.ts';
import type { ProjectRepository, StoredProject } from '../store/project-repository.ts';

export interface ProjectMediaDeps {
  readonly projects: ProjectRepository;
  readonly files: FileRepository;
  readonly fileStore: FileStore;
}

/** A media file of a project, found on disk. */
export interface FoundMedia {
  readonly fileId: string;
  readonly path: string;
  /** Name inside the store, which tells the extension. */
  readonly fileName: string;
  readonly sizeBytes: number;
}

/** @throws ApiError when the project is gone or was never generated. */
export function readProject(
  deps: ProjectMediaDeps,
  projectId: string,
): { project: StoredProject; content: ProjectContent } {
  const project = deps.projects.find(projectId);
  const content = deps.projects.readContent(projectId);
  if (!project || !content) throw new ApiError(404, 'not_found', 'The project has no content.');
  return { project, content };
}

/** @throws ApiError when the bytes are not where they were put: trying again would not bring them back. */
export async function findMedia(deps: ProjectMediaDeps, fileId: string): Promise<FoundMedia> {
  const fileName = deps.files.find(fileId)?.sources.download.fileName;
  const path = fileName ? deps.fileStore.pathOf(fileId, fileName) : '';
  const sizeBytes = fileName ? await sizeOfFile(path) : null;
  if (!fileName || sizeBytes === null) {
    throw new ApiError(404, 'not_found', 'A media file of this project is missing on the disk.');
  }
  return { fileId, path, fileName, sizeBytes };
}

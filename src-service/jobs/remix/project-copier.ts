import type { ProjectContent } from '@dailies/media/project';
import { unixSeconds } from '../../clock.ts';
import { newId } from '../../new-id.ts';
import type { StoredProject } from '../../store/records/project-repository.ts';
import {
  emptySource,
  type Rendition,
  renditions,
  type StoredFile,
  type StoredSource,
} from '../../store/records/stored-file.ts';
import { readProject } from '../project-media.ts';
import type { RemixDeps } from './remix-deps.ts';

type CopyDeps = Pick<RemixDeps, 'projects' | 'files' | 'fileStore' | 'clock'>;

/** A copied project whose files are already in the file store. */
export interface ProjectCopy {
  readonly projectId: string;
  /** Inserts the copy's records. Call it in a transaction. */
  readonly record: () => void;
  /** Removes the copied files if the records are not inserted. */
  readonly discard: () => Promise<void>;
}

/** Returns every file id a project uses. */
function filesOf(content: ProjectContent): string[] {
  const ids = content.scenes.flatMap(({ picture, speechFileId, presenterFileId }) => [
    picture.fileId,
    picture.sourceFileId,
    picture.largeFileId,
    speechFileId,
    presenterFileId,
  ]);
  const all = [...ids, content.music?.fileId, content.logo?.fileId];
  return [...new Set(all.filter((id) => id !== null && id !== undefined))];
}

/** Returns the content with every file id replaced. */
function withFileIds(content: ProjectContent, idOf: (fileId: string) => string): ProjectContent {
  const orNull = (fileId: string | null) => (fileId === null ? null : idOf(fileId));
  const { music, logo } = content;
  return {
    ...content,
    scenes: content.scenes.map((scene) => {
      const { fileId, sourceFileId, fittedFileId, largeFileId } = scene.picture;
      const files = {
        fileId: idOf(fileId),
        sourceFileId: sourceFileId && idOf(sourceFileId),
        fittedFileId: fittedFileId === fileId ? idOf(fileId) : undefined,
        largeFileId: largeFileId && idOf(largeFileId),
      };
      return {
        ...scene,
        picture: { ...scene.picture, ...files },
        speechFileId: orNull(scene.speechFileId),
        presenterFileId: orNull(scene.presenterFileId),
      };
    }),
    music: music && { ...music, fileId: idOf(music.fileId) },
    logo: logo && { ...logo, fileId: idOf(logo.fileId) },
  };
}

/** Links the bytes of a file under a second name, so that neither project loses them with the other. */
async function linkFile(deps: CopyDeps, file: StoredFile, copyId: string): Promise<StoredFile['sources']> {
  const linked: Partial<Record<Rendition, StoredSource>> = {};
  for (const rendition of renditions) {
    const source = file.sources[rendition];
    const isPlain = rendition !== 'hls' && source.status === 'ready' && source.fileName !== null;
    linked[rendition] = isPlain ? source : emptySource('skipped');
    if (!isPlain || source.fileName === null) continue;
    await deps.fileStore.adopt(copyId, source.fileName, deps.fileStore.pathOf(file.fileId, source.fileName));
  }
  return { ...file.sources, ...linked };
}

/** Copies the project's own files. The user's files stay shared, because several projects may use them. */
async function copyFiles(
  deps: CopyDeps,
  project: StoredProject,
  content: ProjectContent,
  copy: { projectId: string; userId: string; ids: Map<string, string> },
): Promise<StoredFile[]> {
  const copies: StoredFile[] = [];
  for (const fileId of filesOf(content)) {
    const file = deps.files.find(fileId);
    if (file?.projectId !== project.projectId) continue;
    const copyId = newId('file');
    copy.ids.set(fileId, copyId);
    const sources = await linkFile(deps, file, copyId);
    const { projectId, userId } = copy;
    copies.push({
      ...file,
      fileId: copyId,
      projectId,
      userId,
      sources,
      isPublicPreviewEnabled: false,
      publicPlaybackId: null,
    });
  }
  return copies;
}

/** Copies projects with all their media, under titles that mark them as copies. */
export class ProjectCopier {
  readonly #deps: CopyDeps;

  constructor(deps: CopyDeps) {
    this.#deps = deps;
  }

  /**
   * Copies the bytes of a project's files and prepares its records.
   * @throws ApiError if it has no content, or whatever error prevents copying its files; nothing of the copy then
   * remains
   */
  async copy(projectId: string, userId: string): Promise<ProjectCopy> {
    const deps = this.#deps;
    const { project, content } = readProject(deps, projectId);
    const copyId = newId('proj');
    const ids = new Map<string, string>();
    const discard = async () => {
      for (const fileId of ids.values()) await deps.fileStore.remove(fileId);
    };
    const { teamId, origin, isHidden, aspectRatio } = project;
    const title = `${project.title.replace(/ \(copy\)$/u, '')} (copy)`;
    try {
      const files = await copyFiles(deps, project, content, { projectId: copyId, userId, ids });
      const copied = withFileIds(content, (fileId) => ids.get(fileId) ?? fileId);
      const record = () => {
        const now = unixSeconds(deps.clock);
        const facts = { projectId: copyId, teamId, userId, origin, isHidden, title, aspectRatio };
        deps.projects.insert({ ...facts, createdAt: now });
        for (const file of files) deps.files.insert(file);
        deps.projects.complete(copyId, copied, now);
      };
      return { projectId: copyId, record, discard };
    } catch (error) {
      await discard();
      throw error;
    }
  }
}

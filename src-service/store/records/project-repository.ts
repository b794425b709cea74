import type { ProjectContent } from '@dailies/media/project';
import { z } from 'zod';
import { type AspectRatio, aspectRatioSchema } from '../../../src-shared/api/common.ts';
import type { ListedRow, Owner, PageWindow } from './newest-first.ts';
import { projectContentSchema } from './project-content-schema.ts';
import { flagColumn, jsonColumn } from './rows.ts';
import { Table, type TableDeps } from './table.ts';

const projectSchema = z.object({
  projectId: z.string(),
  teamId: z.string(),
  userId: z.string(),
  origin: z.enum(['api', 'ui']),
  isHidden: flagColumn,
  title: z.string(),
  aspectRatio: jsonColumn(aspectRatioSchema),
  status: z.enum(['generating', 'ready']),
  createdAt: z.number(),
  updatedAt: z.number(),
});

/** A project without its content. Times are Unix seconds. */
export type StoredProject = z.output<typeof projectSchema>;

const nextOrder = { updated_order: '(SELECT coalesce(max(updated_order), 0) + 1 FROM projects)' };
const nextRevision = { ...nextOrder, content_revision: 'content_revision + 1' };
const contentSchema = z.object({
  content: jsonColumn(projectContentSchema).nullable(),
  contentRevision: z.number().int(),
});

/** Projects and their content. */
export class ProjectRepository {
  readonly #projects: Table<typeof projectSchema>;
  readonly #contents: Table<typeof contentSchema>;

  constructor(deps: TableDeps) {
    this.#projects = new Table(deps, { name: 'projects', schema: projectSchema, order: 'updated_order' });
    this.#contents = new Table(deps, { name: 'projects', schema: contentSchema });
  }

  insert(project: Omit<StoredProject, 'status' | 'updatedAt'>): void {
    const { createdAt } = project;
    this.#projects.insert({ ...project, status: 'generating', updatedAt: createdAt }, nextOrder);
  }

  /** Sets a project's title and aspect ratio once they are known. */
  rename(projectId: string, title: string, aspectRatio: AspectRatio): void {
    this.#projects.update({ projectId }, { title, aspectRatio });
  }

  find(projectId: string): StoredProject | null {
    return this.#projects.find('WHERE project_id = :projectId', { projectId });
  }

  /** Null while the project is being generated. */
  readContent(projectId: string): ProjectContent | null {
    return this.readRevision(projectId)?.content ?? null;
  }

  /** Stores the project's content, which makes the project ready. */
  complete(projectId: string, content: ProjectContent, updatedAt: number): void {
    this.#projects.update({ projectId }, { content, status: 'ready', updatedAt }, nextRevision);
  }

  /** Returns the content and its revision number; null while the project is being generated. */
  readRevision(projectId: string): { readonly content: ProjectContent; readonly revision: number } | null {
    const found = this.#contents.find('WHERE project_id = :projectId', { projectId });
    return found?.content ? { content: found.content, revision: found.contentRevision } : null;
  }

  /**
   * Replaces the revision from which the changed content was made. Returns false and changes nothing if there is a
   * newer one.
   */
  replaceContent(
    projectId: string,
    revision: number,
    change: { content: ProjectContent; aspectRatio: AspectRatio; updatedAt: number },
  ): boolean {
    const key = { projectId, contentRevision: revision };
    return this.#projects.update(key, change, nextRevision) === 1;
  }

  /** Most recently updated first. */
  list(
    owner: Owner,
    origins: readonly StoredProject['origin'][],
    window: PageWindow,
  ): ListedRow<StoredProject>[] {
    return this.#projects.pageOfKinds(owner, 'origin = :kind', origins, window);
  }
}

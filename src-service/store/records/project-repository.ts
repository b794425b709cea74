import type { ProjectContent } from '@dailies/media/project';
import { z } from 'zod';
import type { AspectRatio } from '../../../src-shared/api/common.ts';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import { listByUpdate, type ListedRow, type Owner, type PageWindow } from './newest-first.ts';
import { projectContentSchema } from './project-content-schema.ts';
import { flagColumn, jsonColumn, readRow } from './rows.ts';

const columns = `project_id, team_id, user_id, origin, is_hidden, title, aspect_width, aspect_height, status,
  created_at, updated_at, updated_order`;
const projectRow = z
  .object({
    project_id: z.string(),
    team_id: z.string(),
    user_id: z.string(),
    origin: z.enum(['api', 'ui']),
    is_hidden: flagColumn,
    title: z.string(),
    aspect_width: z.number(),
    aspect_height: z.number(),
    status: z.enum(['generating', 'ready']),
    created_at: z.number(),
    updated_at: z.number(),
  })
  .transform((row) => ({
    projectId: row.project_id,
    teamId: row.team_id,
    userId: row.user_id,
    origin: row.origin,
    isHidden: row.is_hidden,
    title: row.title,
    aspectRatio: { width: row.aspect_width, height: row.aspect_height },
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }));

/** A project without its content. Times are Unix seconds. */
export type StoredProject = z.output<typeof projectRow>;

const nextOrder = '(SELECT coalesce(max(updated_order), 0) + 1 FROM projects)';
const contentRow = z.object({ content: jsonColumn(projectContentSchema).nullable() });
const revisionRow = contentRow.extend({ revision: z.number().int() });

/** Projects and their content. */
export class ProjectRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;

  constructor(deps: { database: ServiceDatabase; log: ServiceLog }) {
    this.#database = deps.database;
    this.#log = deps.log;
  }

  insert(project: {
    projectId: string;
    teamId: string;
    userId: string;
    origin: StoredProject['origin'];
    isHidden: boolean;
    title: string;
    aspectRatio: AspectRatio;
    createdAt: number;
  }): void {
    this.#database.run(
      `INSERT INTO projects (${columns}) VALUES (:projectId, :teamId, :userId, :origin, :isHidden, :title,
         :aspectWidth, :aspectHeight, 'generating', :createdAt, :createdAt, ${nextOrder})`,
      {
        projectId: project.projectId,
        teamId: project.teamId,
        userId: project.userId,
        origin: project.origin,
        isHidden: project.isHidden ? 1 : 0,
        title: project.title,
        aspectWidth: project.aspectRatio.width,
        aspectHeight: project.aspectRatio.height,
        createdAt: project.createdAt,
      },
    );
  }

  /** Sets a project's title and aspect ratio once they are known. */
  rename(projectId: string, title: string, aspectRatio: AspectRatio): void {
    this.#database.run(
      `UPDATE projects SET title = :title, aspect_width = :width, aspect_height = :height
       WHERE project_id = :projectId`,
      { projectId, title, width: aspectRatio.width, height: aspectRatio.height },
    );
  }

  find(projectId: string): StoredProject | null {
    const row = this.#database.get(`SELECT ${columns} FROM projects WHERE project_id = :projectId`, {
      projectId,
    });
    return readRow(projectRow, row, this.#log);
  }

  /** Null while the project is being generated. */
  readContent(projectId: string): ProjectContent | null {
    const row = this.#database.get('SELECT content FROM projects WHERE project_id = :projectId', {
      projectId,
    });
    return readRow(contentRow, row, this.#log)?.content ?? null;
  }

  /** Stores the project's content, which makes the project ready. */
  complete(projectId: string, content: ProjectContent, updatedAt: number): void {
    this.#database.run(
      `UPDATE projects SET content = :content, content_revision = content_revision + 1, status = 'ready',
         updated_at = :updatedAt, updated_order = ${nextOrder} WHERE project_id = :projectId`,
      { projectId, content: JSON.stringify(content), updatedAt },
    );
  }

  /** Returns the content and its revision number; null while the project is being generated. */
  readRevision(projectId: string): { readonly content: ProjectContent; readonly revision: number } | null {
    const row = this.#database.get(
      'SELECT content, content_revision AS revision FROM projects WHERE project_id = :projectId',
      { projectId },
    );
    const found = readRow(revisionRow, row, this.#log);
    return found?.content ? { content: found.content, revision: found.revision } : null;
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
    const changes = this.#database.run(
      `UPDATE projects SET content = :content, content_revision = content_revision + 1,
         aspect_width = :aspectWidth, aspect_height = :aspectHeight, updated_at = :updatedAt,
         updated_order = ${nextOrder} WHERE project_id = :projectId AND content_revision = :revision`,
      {
        projectId,
        revision,
        content: JSON.stringify(change.content),
        aspectWidth: change.aspectRatio.width,
        aspectHeight: change.aspectRatio.height,
        updatedAt: change.updatedAt,
      },
    );
    return changes === 1;
  }

  /** Most recently updated first. */
  list(
    owner: Owner,
    origins: readonly StoredProject['origin'][],
    window: PageWindow,
  ): ListedRow<StoredProject>[] {
    const source = { database: this.#database, log: this.#log, schema: projectRow };
    const table = { name: 'projects', columns, kindColumn: 'origin' };
    return listByUpdate(source, table, { owner, kinds: origins, window });
  }
}

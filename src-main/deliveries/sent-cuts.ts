import { join } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { readCutRecord, writeCutRecord } from '../../src-timeline/model/cut-record.ts';
import type { MediaReference, Timeline } from '../../src-timeline/model/timeline.ts';
import type { Projects } from '../api/projects.ts';
import { readOwnText } from '../foundation/files/read-foreign-file.ts';
import { sha256Of } from '../foundation/files/sha256-of.ts';
import { replaceFile } from '../foundation/files/write-durably.ts';
import type { KeptMedia } from '../projects/kept-media.ts';
import type { MediaGateway } from '../projects/media-gateway.ts';
import type { ProjectCuts } from '../projects/project-cuts.ts';
import { maxRecordBytes } from './version/manifest.ts';
import type { Workspace } from './workspace.ts';

/** Your cut as it leaves. */
export interface CutToSend {
  readonly timeline: Timeline;
  /** The project cut that it contains, which is that of the project now. */
  readonly project: Timeline;
}

/** Your cuts, from those who make them. */
export interface YourCutsToSend {
  /**
   * Returns your cut with the project's changes up to `updatedAt`; null if it is the project cut.
   * @throws AppError `conflict` with `reason` `undecided_cut` if your changes and the project's are in conflict.
   */
  readonly take: (projectId: string, updatedAt: number, signal: AbortSignal) => Promise<CutToSend | null>;
  /** Returns your cut as it is; null if it is the project cut. */
  readonly peek: (projectId: string) => Timeline | null;
}

export interface SentCutsDeps {
  readonly projects: Pick<Projects, 'get'>;
  readonly cuts: Pick<ProjectCuts, 'elementLink'>;
  readonly kept: Pick<KeptMedia, 'pathOf'>;
  readonly media: Pick<MediaGateway, 'save'>;
  readonly yourCuts: YourCutsToSend;
}

/** A delivery whose cut is on its way. */
interface SentDelivery {
  readonly projectId: string;
  readonly projectUpdatedAt: number | null;
}

/** The cuts of the user that deliveries send: as they were when the user sent them, whatever is changed later. */
export class SentCuts {
  readonly #deps: SentCutsDeps;

  constructor(deps: SentCutsDeps) {
    this.#deps = deps;
  }

  /** @throws as `YourCutsToSend.take`. */
  take(projectId: string, updatedAt: number, signal: AbortSignal): Promise<CutToSend | null> {
    return this.#deps.yourCuts.take(projectId, updatedAt, signal);
  }

  /** Returns the identity of your cut as it is now; null if it is the project cut. */
  idOf(projectId: string): string | null {
    const timeline = this.#deps.yourCuts.peek(projectId);
    return timeline && idOfCut(timeline);
  }

  /** Keeps a cut with the downloads of its delivery. @throws the system's errors. */
  async store({ downloads }: Workspace, { timeline, project }: CutToSend): Promise<void> {
    for (const [name, cut] of [['yours', timeline] as const, ['project', project] as const])
      await replaceFile(pathOf(downloads, name), writeCutRecord(cut), pathOf(downloads, `new-${name}`));
  }

  /** Returns the cut that `store` kept. @throws AppError `conflict` with `reason` `project_changed` without it. */
  async read({ downloads }: Workspace): Promise<CutToSend> {
    const read = async (name: string): Promise<Timeline> => {
      const text = await readOwnText(pathOf(downloads, name), downloads, maxRecordBytes);
      const cut = text === null ? null : readCutRecord(text);
      if (cut) return cut;
      throw projectChanged('The cut to send is not there any more.');
    };
    return { timeline: await read('yours'), project: await read('project') };
  }

  /** True if the service has the project as it was when it was sent. */
  async isUnchanged({ projectId, projectUpdatedAt }: SentDelivery, signal: AbortSignal): Promise<boolean> {
    const { updatedAt } = await this.#deps.projects.get(projectId, signal);
    return updatedAt === projectUpdatedAt;
  }

  /** @throws AppError `conflict` with `reason` `project_changed` if the service has another cut by now. */
  async requireUnchanged(delivery: SentDelivery, signal: AbortSignal): Promise<void> {
    if (!(await this.isUnchanged(delivery, signal)))
      throw projectChanged('The project has changed since it was sent.');
  }

  /**
   * Returns the path of a file of the service that an earlier cut of the project has, from the kept ones or downloaded.
   * @param to path for the download.
   * @throws AppError as `MediaGateway.save`.
   */
  async fetch(
    projectId: string,
    element: string,
    { fileName }: Pick<MediaReference, 'fileName'>,
    to: string,
    signal: AbortSignal,
  ): Promise<string> {
    const { kept, cuts, media } = this.#deps;
    const path = await kept.pathOf(element);
    if (path !== null) return path;
    await media.save(cuts.elementLink(projectId, { element, fileName }, signal), to, signal);
    return to;
  }
}

/** Returns the identity of a cut as it is sent: a hash of all that is in it. */
export function idOfCut(timeline: Timeline): string {
  return sha256Of(writeCutRecord(timeline));
}

function pathOf(downloads: string, name: string): string {
  return join(downloads, `${name}.cut.json`);
}

function projectChanged(message: string): AppError {
  return new AppError('conflict', message, { details: { reason: 'project_changed' } });
}

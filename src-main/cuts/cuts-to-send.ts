import { AppError } from '../../src-shared/app-error.ts';
import { writeCutRecord } from '../../src-timeline/model/cut-record.ts';
import type { Timeline } from '../../src-timeline/model/timeline.ts';
import type { CutToSend } from '../deliveries/sent-cuts.ts';
import type { Cuts } from './cuts.ts';
import type { CutScope } from './project-cut-states.ts';
import type { YourCuts } from './your-cuts.ts';

export interface CutsToSendDeps {
  readonly cuts: Pick<Cuts, 'update' | 'yourCut'>;
  readonly yours: Pick<YourCuts, 'get'>;
}

/** Your cuts for deliveries. */
export class CutsToSend {
  readonly #deps: CutsToSendDeps;

  constructor(deps: CutsToSendDeps) {
    this.#deps = deps;
  }

  /**
   * Returns your cut with the project's changes up to `updatedAt`, which become part of your cut; null if it is the
   * project cut.
   * @throws AppError `conflict` with `reason` `undecided_cut` if both sides changed something in different ways; and as
   * the reading of the project cut.
   */
  async take(
    scope: Pick<CutScope, 'cuts'>,
    projectId: string,
    updatedAt: number,
    signal: AbortSignal,
  ): Promise<CutToSend | null> {
    const known = this.#deps.yours.get(projectId, null);
    if (!known) return null;
    if (known.originUpdatedAt !== updatedAt) {
      if (scope.cuts.known(projectId)?.updatedAt !== updatedAt)
        await scope.cuts.fetch(projectId, updatedAt, signal, true);
      await this.#update(scope, projectId, updatedAt);
    }
    const timeline = this.peek(projectId);
    const project = this.#deps.yours.get(projectId, null)?.origin;
    return timeline && project ? { timeline, project } : null;
  }

  /** Returns your cut as it is; null if it is the project cut that it began with. */
  peek(projectId: string): Timeline | null {
    const { cuts, yours } = this.#deps;
    if (!yours.get(projectId, null)) return null;
    const { origin, timeline } = cuts.yourCut(projectId);
    return writeCutRecord(timeline) === writeCutRecord(origin) ? null : timeline;
  }

  async #update(scope: Pick<CutScope, 'cuts'>, projectId: string, updatedAt: number): Promise<void> {
    try {
      await this.#deps.cuts.update(projectId, updatedAt, {}, scope);
    } catch (error) {
      if (!(error instanceof AppError) || error.details['reason'] !== 'undecided') throw error;
      throw new AppError('conflict', error.message, {
        details: { reason: 'undecided_cut', projectId },
        cause: error,
      });
    }
  }
}

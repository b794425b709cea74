import { AppError, toErrorBody } from '../../src-shared/app-error.ts';
import type { CutOf, CutView, Take } from '../../src-shared/contract/cut.ts';
import type { ReturnEdit } from '../../src-shared/contract/return-edit.ts';
import type { Change } from '../../src-timeline/changes/change.ts';
import { scenesOf } from '../../src-timeline/changes/scenes-of.ts';
import { diffCuts } from '../../src-timeline/diff/diff-cuts.ts';
import type { Timeline } from '../../src-timeline/model/timeline.ts';
import type { KeptMedia } from '../projects/kept-media.ts';
import type { MediaFiles } from '../projects/media-gateway.ts';
import { shownEdit } from '../returns/read/describe-return.ts';
import { cutMediaPath, cutMediaSource, cutMediaStates } from './cut-media.ts';
import type { DeliveredCuts } from './delivered-cuts.ts';
import type { CutScope, ProjectCutStates, ShownProjectCut } from './project-cut-states.ts';
import type { Origin, YourCut, YourCuts } from './your-cuts.ts';

export interface CutsDeps {
  readonly active: () => CutScope;
  readonly states: ProjectCutStates;
  readonly yours: YourCuts;
  readonly delivered: DeliveredCuts;
  readonly kept: KeptMedia;
}

/** A cut and the parts of its view that differ between the kinds of cuts. */
interface FoundCut {
  readonly of: CutOf;
  readonly timeline: Timeline;
  readonly parts: Partial<CutView>;
}

/** Cuts for the page: of projects, yours, of versions and of returns. */
export class Cuts {
  readonly #deps: CutsDeps;

  constructor(deps: CutsDeps) {
    this.#deps = deps;
  }

  /** Returns a cut. @throws AppError as `ProjectCutStates.get` and `DeliveredCuts.get`. */
  async get(projectId: string, of: CutOf, isRetry = false): Promise<CutView> {
    const { delivered, states, yours } = this.#deps;
    if (of.kind === 'version' || of.kind === 'return') {
      const { timeline } = await delivered.get(of);
      return this.#view(projectId, { of, timeline, parts: { scenes: [...scenesOf(timeline, [])] } });
    }
    if (of.kind === 'yours') {
      const isStored = states.known(this.#deps.active(), projectId) !== null;
      const isYours = yours.get(projectId, null) !== null;
      if (isStored || isRetry || !isYours) await states.get(this.#deps.active(), projectId, isRetry);
      return this.#yours(projectId);
    }
    const shown = await states.get(this.#deps.active(), projectId, isRetry);
    const scenes = [...scenesOf(shown.timeline, [])];
    return this.#view(projectId, { of, timeline: shown.timeline, parts: { scenes, ...factsOf(shown) } });
  }

  /** Makes one step of several changes in your cut. @throws AppError as `YourCuts.change`, `not_found` without a cut. */
  async change(projectId: string, changes: readonly Change[]): Promise<CutView> {
    const { yours } = this.#deps;
    const origin = this.#originOf(projectId);
    const known = yours.get(projectId, origin);
    if (!origin || !known) throw new AppError('not_found', 'The project has no cut yet.');
    const media = [...known.base.media, ...known.timeline.media];
    yours.change(projectId, changes, origin, (mediaId) => media.find((one) => one.mediaId === mediaId));
    return this.#yours(projectId);
  }

  undo(projectId: string): Promise<CutView> {
    this.#deps.yours.undo(projectId);
    return this.#yours(projectId);
  }

  redo(projectId: string): Promise<CutView> {
    this.#deps.yours.redo(projectId);
    return this.#yours(projectId);
  }

  /** Makes your cut the project cut again. */
  discard(projectId: string): Promise<CutView> {
    this.#deps.yours.replace(projectId, null);
    return this.#yours(projectId);
  }

  /** Makes the cut of a version yours. @throws AppError as `DeliveredCuts.get`. */
  async restore(projectId: string, deliveryId: string): Promise<CutView> {
    const { delivered, yours } = this.#deps;
    const { timeline } = await delivered.get({ kind: 'version', deliveryId });
    const { cut, updatedAt } = this.#originOf(projectId) ?? { cut: timeline, updatedAt: 0 };
    const state = { origin: cut, originUpdatedAt: updatedAt, base: timeline, steps: [], undone: [] };
    yours.replace(projectId, state);
    return this.#yours(projectId);
  }

  /** Finds a media file of a cut for the page; null for one that the cut does not have. */
  readonly mediaOf = async (
    scope: CutScope,
    ...[projectId, of, mediaId, signal]: Parameters<MediaFiles['ofCut']>
  ): ReturnType<MediaFiles['ofCut']> => {
    const { timeline, folder } = await this.#cutAt(scope, projectId, of);
    const media = timeline?.media.find((one) => one.mediaId === mediaId);
    return media ? cutMediaSource(scope, projectId, media, folder, signal) : null;
  };

  async #cutAt(scope: CutScope, projectId: string, of: string) {
    const [kind, ...rest] = of.split('-');
    const id = rest.join('-');
    const { delivered, yours } = this.#deps;
    if (kind === 'version') return delivered.get({ kind, deliveryId: id });
    if (kind === 'return') return delivered.get({ kind, returnId: id });
    const timeline =
      kind === 'yours'
        ? yours.get(projectId, this.#originOf(projectId, scope))?.timeline
        : kind === 'project'
          ? scope.cuts.cutOf(projectId)
          : null;
    return { timeline: timeline ?? null, folder: null };
  }

  #yours(projectId: string): Promise<CutView> {
    const { states, yours, active } = this.#deps;
    const shown = states.known(active(), projectId);
    const cut = yours.get(projectId, this.#originOf(projectId));
    if (!cut) throw new AppError('not_found', 'The project has no cut yet.');
    const { origin, base, changes, timeline, canUndo, canRedo, originUpdatedAt } = cut;
    const isChanged = timeline !== origin;
    return this.#view(projectId, {
      of: { kind: 'yours' },
      timeline,
      parts: {
        scenes: [...scenesOf(base, changes)],
        edits: isChanged ? editsOf(cut) : [],
        canUndo,
        canRedo,
        ...(shown && factsOf(shown)),
        hasUpdate: isChanged && shown !== null && shown.facts.updatedAt !== originUpdatedAt,
      },
    });
  }

  async #view(projectId: string, { of, timeline, parts }: FoundCut): Promise<CutView> {
    const { active, kept } = this.#deps;
    const { connectionId, availability } = active();
    const place = { connectionId, projectId, of: nameOf(of) };
    const isOnline = availability.state === 'online';
    const pathOf = (media: Timeline['media'][number]): string => cutMediaPath(place, media);
    return {
      projectId,
      of,
      timeline: { ...timeline, media: timeline.media.map((one) => ({ ...one, location: '' })) },
      media: await cutMediaStates(timeline, pathOf, kept, isOnline),
      scenes: [],
      takes: [] as Take[],
      edits: [],
      canUndo: false,
      canRedo: false,
      hasUpdate: false,
      updatedAt: null,
      fetchedAt: null,
      isStored: false,
      error: null,
      ...parts,
    };
  }

  #originOf(projectId: string, { cuts } = this.#deps.active()): Origin | null {
    const facts = cuts.known(projectId);
    const cut = facts && cuts.cutOf(projectId);
    return cut && { cut, updatedAt: facts.updatedAt };
  }
}

function nameOf(of: CutOf): string {
  if (of.kind === 'version') return `version-${of.deliveryId}`;
  return of.kind === 'return' ? `return-${of.returnId}` : of.kind;
}

function factsOf({ facts, isStored, error }: ShownProjectCut): Partial<CutView> {
  const { updatedAt, fetchedAt } = facts;
  return { updatedAt, fetchedAt, isStored, error: error === null ? null : toErrorBody(error) };
}

/** Media at the same location are the same file; those at others are not. */
export function locationsOf({ media }: Timeline): ReadonlyMap<string, string> {
  return new Map(media.map(({ mediaId, location }) => [mediaId, location]));
}

function editsOf({ origin, timeline }: YourCut): ReturnEdit[] {
  const hashes = { hashesBefore: locationsOf(origin), hashesAfter: locationsOf(timeline) };
  return diffCuts(origin, timeline, hashes).edits.map(shownEdit);
}

import { AppError, toErrorBody } from '../../src-shared/app-error.ts';
import type { CutOf, CutUpdate, CutView } from '../../src-shared/contract/cut.ts';
import type { ReturnEdit } from '../../src-shared/contract/return-edit.ts';
import type { ReturnChoices } from '../../src-shared/contract/return.ts';
import type { Change } from '../../src-timeline/changes/change.ts';
import { scenesOf } from '../../src-timeline/changes/scenes-of.ts';
import { diffCuts } from '../../src-timeline/diff/diff-cuts.ts';
import type { MediaReference, Timeline } from '../../src-timeline/model/timeline.ts';
import type { Proxies } from '../engine/proxies.ts';
import type { KeptMedia } from '../projects/kept-media.ts';
import type { MediaFiles } from '../projects/media-gateway.ts';
import { describeMerge, timeOf } from '../returns/keep/describe-merge.ts';
import { shownEdit } from '../returns/read/shown-edit.ts';
import type { TakeRecord } from '../state/take-repository.ts';
import { cutMediaPath, cutMediaSource, cutMediaStates, withinOf } from './cut-media.ts';
import { type CutTakes, originalsOf } from './cut-takes.ts';
import type { DeliveredCuts } from './delivered-cuts.ts';
import type { CutScope, ProjectCutStates, ShownProjectCut } from './project-cut-states.ts';
import { locationsOf, picturesOfCuts, sceneStartsOf, updateCut } from './update-cut.ts';
import type { Origin, YourCut, YourCuts } from './your-cuts.ts';

export interface CutsDeps {
  readonly active: () => CutScope;
  readonly states: ProjectCutStates;
  readonly yours: YourCuts;
  readonly delivered: DeliveredCuts;
  readonly takes: CutTakes;
  readonly kept: KeptMedia;
  readonly proxies: Pick<Proxies, 'formOf' | 'proxyOf'>;
}

/** A cut and the parts of its view that differ between the kinds of cuts. */
interface FoundCut {
  readonly of: CutOf;
  readonly timeline: Timeline;
  /** Folder of its version; absent for the project cut and yours. */
  readonly folder?: string;
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
      const { timeline, folder } = await delivered.get(of);
      const scenes = [...scenesOf(timeline, [])];
      return this.#view(projectId, { of, timeline, folder, parts: { scenes } });
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

  /**
   * Makes one step of several changes in your cut.
   * @param updatedAt of the project cut that the user's began with when the changes were made.
   * @throws AppError `conflict` as the contract says, `not_found` without a cut, and as `YourCuts.change`.
   */
  async change(projectId: string, updatedAt: number, changes: readonly Change[]): Promise<CutView> {
    const { yours, takes } = this.#deps;
    const origin = this.#originOf(projectId);
    const known = yours.get(projectId, origin);
    if (!origin || !known) throw noCut();
    if (known.originUpdatedAt !== updatedAt) throw refused('newer_cut');
    const media = [...known.base.media, ...known.timeline.media, ...takes.mediaOf(projectId)];
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

  /** Merges the project's newer cut into yours for the page. Stores nothing. @throws AppError `not_found`. */
  previewUpdate(projectId: string, choices: ReturnChoices): CutUpdate {
    const yours = this.yourCut(projectId);
    const newer = this.#originOf(projectId);
    const { connectionId } = this.#deps.active();
    const updatedAt = newer?.updatedAt ?? yours.originUpdatedAt;
    const nothing = { updatedAt, time: timeOf(yours.origin), carried: [], left: [], conflicts: [] };
    if (!newer || updatedAt === yours.originUpdatedAt) return { ...nothing, blocker: 'up-to-date' };
    const merged = updateCut(yours, newer.cut, new Map(Object.entries(choices)));
    if (!merged) return { ...nothing, blocker: 'other-rate' };
    const pictures = picturesOfCuts(merged, (of, media) =>
      cutMediaPath({ connectionId, projectId, of }, media),
    );
    return { ...describeMerge(merged, pictures), blocker: null, updatedAt };
  }

  /** Makes your cut with the project's newer cut. @throws AppError `conflict` as the contract says, `not_found`. */
  update(
    projectId: string,
    updatedAt: number,
    choices: ReturnChoices,
    scope: Pick<CutScope, 'cuts'> = this.#deps.active(),
  ): Promise<CutView> {
    const yours = this.yourCut(projectId);
    const newer = this.#originOf(projectId, scope);
    if (!newer || newer.updatedAt === yours.originUpdatedAt) throw refused('same_cut');
    if (newer.updatedAt !== updatedAt) throw refused('newer_cut');
    const merged = updateCut(yours, newer.cut, new Map(Object.entries(choices)));
    if (!merged) throw refused('other_rate');
    const { cut: base, conflicts } = merged.result;
    if (conflicts.some(({ id }) => choices[id] === undefined)) throw refused('undecided');
    const state = { origin: newer.cut, originUpdatedAt: updatedAt, base, steps: [], undone: [] };
    this.#deps.yours.replace(projectId, state);
    return this.#yours(projectId);
  }

  /**
   * Returns your cut, or the project cut without changes; takes are where they were found last.
   * @throws AppError `not_found` without either.
   */
  yourCut(projectId: string): YourCut {
    const cut = this.#deps.yours.get(projectId, this.#originOf(projectId));
    if (!cut) throw noCut();
    return { ...cut, timeline: this.#deps.takes.located(projectId, cut.timeline) };
  }

  /** Returns where the media of your cut are that it shows, or can show by undo or redo of its changes. */
  locationsOf(projectId: string): readonly string[] {
    const { yours, takes } = this.#deps;
    const media = yours.get(projectId, null)?.base.media ?? [];
    return takes.locatedMedia(projectId, media).map(({ location }) => location);
  }

  /**
   * Lets the scene of a take be spoken by it, if your cut still has the scene and is not spoken by it already.
   * @throws AppError `disk_full`.
   */
  revoice(scope: CutScope, take: TakeRecord): void {
    const { yours, takes } = this.#deps;
    const { projectId, spokenText, media } = take;
    const origin = this.#originOf(projectId, scope);
    const known = yours.get(projectId, origin);
    if (!origin || !known || !media) return;
    const sceneId = takes.sceneOf(take, known.base);
    const scene = scenesOf(known.base, known.changes).find((one) => one.sceneId === sceneId);
    if (!scene || scene.voice?.clip.mediaId === media.mediaId) return;
    yours.change(projectId, [{ kind: 'revoice', sceneId, media, spokenText }], origin, () => media);
  }

  /** Finds a media file of a cut for the page; null for one that the cut does not have. */
  readonly mediaOf = async (
    scope: CutScope,
    ...[projectId, of, mediaId, signal]: Parameters<MediaFiles['ofCut']>
  ): ReturnType<MediaFiles['ofCut']> => {
    const { media: all, folder } = await this.#mediaOfCut(scope, projectId, of);
    const media = all.find((one) => one.mediaId === mediaId);
    const source = media ? cutMediaSource(scope, projectId, media, folder, signal) : null;
    if (!source || !('path' in source)) return source;
    const proxyPath = await this.#deps.proxies.proxyOf(source.path);
    return proxyPath === null ? source : { path: proxyPath, isNamedByOthers: false };
  };

  async #mediaOfCut(scope: CutScope, projectId: string, of: string) {
    const [, kind, id = ''] = /^(version|return)-(.*)$/.exec(of) ?? [];
    const { delivered, takes } = this.#deps;
    if (kind !== undefined) {
      const cut =
        kind === 'version'
          ? ({ kind, deliveryId: id } as const)
          : ({ kind: 'return', returnId: id } as const);
      const { timeline, folder } = await delivered.get(cut);
      return { media: timeline.media, folder };
    }
    const media = this.#mediaAt(scope, projectId, of);
    return { media: takes.locatedMedia(projectId, media), folder: null };
  }

  #mediaAt(scope: CutScope, projectId: string, of: string): readonly MediaReference[] {
    const { takes, yours } = this.#deps;
    if (of === 'takes') return takes.mediaOf(projectId);
    const cut = of === 'project' ? scope.cuts.cutOf(projectId) : null;
    const shown = of === 'yours' ? yours.get(projectId, this.#originOf(projectId, scope))?.timeline : cut;
    return shown?.media ?? [];
  }

  async #yours(projectId: string): Promise<CutView> {
    const { states, active, takes } = this.#deps;
    const shown = states.known(active(), projectId);
    const cut = this.yourCut(projectId);
    const { origin, base, changes, timeline, canUndo, canRedo, originUpdatedAt } = cut;
    const isChanged = base !== origin || changes.length > 0;
    return this.#view(projectId, {
      of: { kind: 'yours' },
      timeline,
      parts: {
        scenes: [...scenesOf(base, changes)],
        takes: await takes.shown(projectId, base),
        originals: originalsOf(cut),
        edits: isChanged ? editsOf(cut) : [],
        canUndo,
        canRedo,
        ...(shown && factsOf(shown)),
        updatedAt: originUpdatedAt,
        hasUpdate: isChanged && shown !== null && shown.facts.updatedAt !== originUpdatedAt,
      },
    });
  }

  async #view(projectId: string, { of, timeline, folder, parts }: FoundCut): Promise<CutView> {
    const { active, kept, proxies } = this.#deps;
    const { connectionId, availability } = active();
    const place = { connectionId, projectId, of: nameOf(of) };
    const isOnline = availability.state === 'online';
    const pathOf = (media: Timeline['media'][number]): string => cutMediaPath(place, media);
    const formOf = (path: string) =>
      proxies.formOf({ path, within: withinOf(path, folder ?? null) }, projectId);
    return {
      projectId,
      of,
      timeline: { ...timeline, media: timeline.media.map((one) => ({ ...one, location: '' })) },
      media: await cutMediaStates(timeline, pathOf, formOf, { kept, isOnline }),
      scenes: [],
      takes: [],
      originals: [],
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

  #originOf(projectId: string, { cuts }: Pick<CutScope, 'cuts'> = this.#deps.active()): Origin | null {
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

function noCut(): AppError {
  return new AppError('not_found', 'The project has no cut yet.');
}

function refused(reason: string): AppError {
  return new AppError('conflict', 'The cuts are not those that were seen.', { details: { reason } });
}

function editsOf({ origin, timeline }: YourCut): ReturnEdit[] {
  const hashes = { hashesBefore: locationsOf(origin), hashesAfter: locationsOf(timeline) };
  const sceneStarts = sceneStartsOf(origin);
  return diffCuts(origin, timeline, { ...hashes, sceneStarts }).edits.map(shownEdit);
}

import { AppError } from '../../src-shared/app-error.ts';
import type { Original, Take, TakeSource } from '../../src-shared/contract/cut.ts';
import type { Narration } from '../../src-shared/contract/tool-take.ts';
import { scenesOf } from '../../src-timeline/changes/scenes-of.ts';
import type { MediaReference, Timeline } from '../../src-timeline/model/timeline.ts';
import type { DeliveryLedger } from '../deliveries/delivery-ledger.ts';
import type { GenerationLedger } from '../jobs/kinds/generations/generation-ledger.ts';
import type { ServiceJobs } from '../jobs/kinds/service-jobs/service-jobs.ts';
import { isFinishedDelivery } from '../state/delivery-repository.ts';
import type { TakeRecord } from '../state/take-repository.ts';
import { cutMediaPath } from './cut-media.ts';
import { narrationOf } from './narration.ts';
import { shownTake, type TakePlace, type Takes } from './takes.ts';
import type { ToolScope, ToolTakes } from './tool-takes.ts';
import type { YourCut, YourCuts } from './your-cuts.ts';

/** The parts of a connection that takes come from. */
interface TakesScope extends ToolScope {
  readonly jobs: ToolScope['jobs'] & Pick<ServiceJobs, 'listOf'>;
}

export interface CutTakesDeps {
  readonly active: () => TakesScope;
  readonly takes: Takes;
  readonly toolTakes: ToolTakes;
  readonly yours: YourCuts;
  readonly ledger: Pick<DeliveryLedger, 'list'>;
  readonly generations: Pick<GenerationLedger, 'list'>;
}

/** Limit of a project's deliveries; more than are ever under way. */
const maxDeliveries = 200;

/** The takes of scenes in cuts. */
export class CutTakes {
  readonly #deps: CutTakesDeps;

  constructor(deps: CutTakesDeps) {
    this.#deps = deps;
  }

  /** Returns the media of a project's takes that are there. */
  mediaOf(projectId: string): readonly MediaReference[] {
    return this.#deps.takes.list(projectId).flatMap(({ media }) => media ?? []);
  }

  /** Returns media with takes where they were found last. */
  locatedMedia(projectId: string, media: readonly MediaReference[]): readonly MediaReference[] {
    const places = new Map(this.mediaOf(projectId).map(({ mediaId, location }) => [mediaId, location]));
    return media.map((one) => ({ ...one, location: places.get(one.mediaId) ?? one.location }));
  }

  located(projectId: string, cut: Timeline): Timeline {
    return { ...cut, media: this.locatedMedia(projectId, cut.media) };
  }

  /** Returns the takes for the page, at their scenes in a base. */
  async shown(projectId: string, base: Timeline): Promise<Take[]> {
    const { active, takes } = this.#deps;
    const { connectionId } = active();
    const records = takes.list(projectId);
    const sceneOf = records.length > 0 ? sceneFinder(base) : undefined;
    const pathOf = (media: MediaReference): string =>
      cutMediaPath({ connectionId, projectId, of: 'takes' }, media);
    return Promise.all(
      records.map((record) => shownTake({ ...record, sceneId: sceneOf?.(record) ?? record.sceneId }, pathOf)),
    );
  }

  /** Returns the scene of a take in a base. */
  sceneOf(take: TakeRecord, base: Timeline): string {
    return sceneFinder(base)(take) ?? take.sceneId;
  }

  /** Adds a take to a scene of your cut. @throws AppError as `Takes`, and as a download. */
  async add(
    { projectId, sceneId, kind }: Pick<TakeRecord, 'projectId' | 'sceneId' | 'kind'>,
    { base, origin }: YourCut,
    source: TakeSource,
  ): Promise<Take> {
    const { takes, toolTakes, active, yours } = this.#deps;
    const scene = baseScenesOf(base).get(sceneId) ?? null;
    const place: TakePlace = { projectId, sceneId, kind, scene, frameRate: origin.frameRate };
    if ('tool' in source) {
      if (source.tool === 'speech') yours.respell(projectId, source.respellings);
      return this.#one(await toolTakes.add(place, source, origin));
    }
    if ('file' in source) return this.#one(await takes.addFile(place, source.file, source.measured));
    const { files, fetchFile } = active();
    const signal = AbortSignal.any([]);
    const info = await files.hydrate(source.library, signal);
    const download = (path: string): Promise<void> => fetchFile(source.library, path, signal);
    return this.#one(await takes.addServiceFile(place, info, download));
  }

  /** @throws AppError as `Takes.find`. */
  async find(takeId: string, grantId: string): Promise<Take> {
    return this.#one(await this.#deps.takes.find(takeId, grantId));
  }

  /** @throws AppError as `ToolTakes.retry`. */
  async retry(takeId: string): Promise<Take> {
    return this.#one(await this.#deps.toolTakes.retry(takeId));
  }

  /** Returns how a project is spoken, as far as it is known here. */
  narration(projectId: string, { timeline }: YourCut): Narration {
    const { active, generations, takes, yours } = this.#deps;
    const remixes = active().jobs.listOf(projectId, 'remix');
    // The voice of a take counts where the project's is not known.
    const newestFirst = [
      ...remixes.filter(({ state }) => state === 'succeeded').map(({ body }) => body),
      ...generations.list(1, projectId).map(({ request }) => request),
      ...takes.list(projectId).flatMap(({ kind, made }) => (kind === 'voice' && made ? [made.body] : [])),
    ];
    const voice = narrationOf(newestFirst.reverse());
    const languageCode = voice.languageCode ?? timeline.captionTracks[0]?.languageCode ?? null;
    return { ...voice, languageCode, respellings: [...yours.respellingsOf(projectId)] };
  }

  /**
   * Removes a take that nothing refers to. A version has a copy of its own.
   * @throws AppError `not_found`, `conflict` with `reason` `in_use`.
   */
  async remove(takeId: string): Promise<void> {
    const { takes, toolTakes } = this.#deps;
    await toolTakes.cancel(takes.get(takeId));
    const take = takes.get(takeId);
    // Looked up without a wait before the removal, in which a change could show the take.
    if (take.media && (this.#isInCuts(take, take.media) || this.#isOnItsWay(take)))
      throw new AppError('conflict', 'A cut shows the take.', { details: { reason: 'in_use' } });
    await takes.remove(takeId);
  }

  #isInCuts({ projectId }: TakeRecord, { mediaId }: MediaReference): boolean {
    const states = this.#deps.yours.statesOf(projectId);
    return states.some(({ base, steps, undone }) => {
      const changes = [...steps, ...undone].flat();
      const isShown = changes.some((change) => 'media' in change && change.media.mediaId === mediaId);
      return isShown || base?.media.some((one) => one.mediaId === mediaId) === true;
    });
  }

  /** True while a delivery of your cut may still have to copy its takes. */
  #isOnItsWay({ projectId }: TakeRecord): boolean {
    const deliveries = this.#deps.ledger.list(maxDeliveries, projectId);
    return deliveries.some((record) => record.yourCutId !== null && !isFinishedDelivery(record));
  }

  #one(record: TakeRecord): Promise<Take> {
    const { connectionId } = this.#deps.active();
    const place = { connectionId, projectId: record.projectId, of: 'takes' };
    return shownTake(record, (media) => cutMediaPath(place, media));
  }
}

/** Returns the pictures and voices of the project cut, at the scenes of your cut's base. */
export function originalsOf({ origin, base }: YourCut): Original[] {
  const places = new Map(origin.media.map(({ mediaId, location }) => [mediaId, location]));
  const mediaAt = Map.groupBy(base.media, ({ location }) => location);
  const sceneOf = sceneFinder(base);
  return scenesOf(origin, []).flatMap(({ sceneId, pictures: [picture], voice, words }) => {
    const scene = { location: places.get(picture.mediaId) ?? '', words };
    const ofBase = base === origin ? sceneId : sceneOf({ sceneId, scene });
    const clips = [
      { kind: 'picture', clip: picture } as const,
      { kind: 'voice', clip: voice?.clip } as const,
    ];
    return clips.flatMap(({ kind, clip }) => {
      const files = mediaAt.get(places.get(clip?.mediaId ?? '') ?? '') ?? [];
      const media = files.find(({ mediaId }) => mediaId === clip?.mediaId) ?? files[0];
      if (!clip || !media || ofBase === undefined) return [];
      return { sceneId: ofBase, kind, mediaId: media.mediaId, sourceStartFrame: clip.sourceStartFrame };
    });
  });
}

type BaseScene = NonNullable<TakeRecord['scene']>;

function baseScenesOf(base: Timeline): ReadonlyMap<string, BaseScene> {
  const places = new Map(base.media.map(({ mediaId, location }) => [mediaId, location]));
  return new Map(
    scenesOf(base, []).map(({ sceneId, pictures: [clip], words }) => [
      sceneId,
      { location: places.get(clip.mediaId) ?? '', words },
    ]),
  );
}

/** What is known of a take that belongs to a scene. */
type PlacedTake = Pick<TakeRecord, 'scene' | 'sceneId'> & Partial<Pick<TakeRecord, 'media'>>;

/**
 * Finds the scenes of takes in a base, which numbers them anew: where they are shown or heard, else by the scene's
 * picture, else by its words, if it has any.
 */
function sceneFinder(base: Timeline): (take: PlacedTake) => string | undefined {
  const scenes = [...baseScenesOf(base)];
  const shownAt = new Map(
    scenesOf(base, []).flatMap(({ sceneId, pictures: [picture], voice }) =>
      [picture, voice?.clip].map((clip) => [clip?.mediaId, sceneId] as const),
    ),
  );
  return ({ scene, sceneId, media }) => {
    const shown = media ? shownAt.get(media.mediaId) : undefined;
    if (shown !== undefined) return shown;
    if (scene === null) return sceneId;
    const isSaid = ({ words }: BaseScene): boolean => words !== '' && words === scene.words;
    const isSameScene = ([id, one]: (typeof scenes)[number]): boolean =>
      id === sceneId && (one.location === scene.location || isSaid(one));
    const found =
      scenes.find(isSameScene) ??
      scenes.find(([, one]) => one.location === scene.location) ??
      scenes.find(([, one]) => isSaid(one));
    return found?.[0];
  };
}

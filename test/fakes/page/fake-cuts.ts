import { originalsOf } from '../../../src-main/cuts/cut-takes.ts';
import { locationsOf, picturesOfCuts, updateCut } from '../../../src-main/cuts/update-cut.ts';
import { type Origin, type YourCut, YourCuts } from '../../../src-main/cuts/your-cuts.ts';
import { type DescribedMerge, describeMerge } from '../../../src-main/returns/keep/describe-merge.ts';
import { shownEdit } from '../../../src-main/returns/read/shown-edit.ts';
import type { YourCutRecord } from '../../../src-main/state/your-cut-repository.ts';
import { AppError, type ErrorBody } from '../../../src-shared/app-error.ts';
import type { appContract } from '../../../src-shared/contract/app-contract.ts';
import type { CutView, Measured, Take } from '../../../src-shared/contract/cut.ts';
import type { ProjectDetail } from '../../../src-shared/contract/project.ts';
import type { ReturnEdit } from '../../../src-shared/contract/return-edit.ts';
import type { ReturnChoices } from '../../../src-shared/contract/return.ts';
import type { Narration, ToolTake } from '../../../src-shared/contract/tool-take.ts';
import type { CallInput, CallName, Handlers } from '../../../src-shared/ipc/define.ts';
import { scenesOf } from '../../../src-timeline/changes/scenes-of.ts';
import { diffCuts } from '../../../src-timeline/diff/diff-cuts.ts';
import type { MediaReference, Timeline } from '../../../src-timeline/model/timeline.ts';
import { timelineOfProject } from './timeline-of-project.ts';

/** `FakeMovies` saves the movie. */
type CutHandlers = Pick<
  Handlers<typeof appContract>,
  Exclude<Extract<CallName<typeof appContract>, `cut.${string}`>, 'cut.saveMovie'>
>;

export interface FakeCutsDeps {
  readonly publish: (name: 'cut.changed' | 'cut.takesChanged', payload: { projectId: string }) => void;
  readonly projectOf: (projectId: string) => ProjectDetail;
  /** Returns the name of a granted file. */
  readonly nameOf: (grant: string) => string;
}

const stillSize = { width: 1280, height: 720 };
const measuredStill: Measured = { durationSeconds: null, size: stillSize, hasSound: false };
const measuredVoice: Measured = { durationSeconds: 2, size: null, hasSound: true };

/** Cuts in memory. The project cut has the scenes of the project. */
export class FakeCuts {
  readonly #deps: FakeCutsDeps;
  /** The newest first. */
  readonly takes: Take[] = [];
  /** What tools were asked to make, in order. */
  readonly orders: ToolTake[] = [];
  narration: Narration = {
    voiceId: null,
    voiceSpeed: null,
    languageCode: 'en',
    style: 'Ink drawing',
    respellings: [],
  };
  /** Cuts of all versions and all returns; the project cut without one. */
  delivered: Partial<Record<'version' | 'return', Timeline>> = {};
  /** Why the present project cut cannot be read, so that an older one is shown; null if it can. */
  unread: ErrorBody | null = null;
  readonly #yours: YourCuts;

  constructor(deps: FakeCutsDeps) {
    this.#deps = deps;
    const records = new Map<string, YourCutRecord>();
    this.#yours = new YourCuts({
      repository: {
        get: (projectId) => records.get(projectId) ?? null,
        put: (record) => void records.set(record.projectId, record),
      },
      clock: { now: () => 1_767_225_600_000 },
      publish: (projectId) => {
        deps.publish('cut.changed', { projectId });
      },
    });
  }

  handlers(): CutHandlers {
    const yours = this.#yours;
    return {
      'cut.get': ({ projectId, of }) => this.#view(projectId, of),
      'cut.change': ({ projectId, updatedAt, changes }) => {
        if (this.#yourCut(projectId).originUpdatedAt !== updatedAt)
          throw new AppError('conflict', 'The project has another cut.', {
            details: { reason: 'newer_cut' },
          });
        const origin = this.#originOf(projectId);
        const own = this.takes.flatMap(({ media }) => media ?? []);
        const media = [...this.#yourCut(projectId).timeline.media, ...origin.cut.media, ...own];
        yours.change(projectId, changes, origin, (id) => media.find(({ mediaId }) => mediaId === id));
        return this.#yourView(projectId);
      },
      'cut.undo': ({ projectId }) => {
        yours.undo(projectId);
        return this.#yourView(projectId);
      },
      'cut.redo': ({ projectId }) => {
        yours.redo(projectId);
        return this.#yourView(projectId);
      },
      'cut.discard': ({ projectId }) => {
        yours.replace(projectId, null);
        return this.#yourView(projectId);
      },
      'cut.restore': ({ projectId }) => {
        this.#begin(projectId, this.delivered.version ?? this.#originOf(projectId).cut);
        return this.#yourView(projectId);
      },
      'cut.previewUpdate': ({ projectId, choices }) => {
        const merged = this.#merge(projectId, choices);
        const pictures = picturesOfCuts(merged, (of, { mediaId }) => pathOf(projectId, of, mediaId));
        const { updatedAt } = this.#originOf(projectId);
        return { ...describeMerge(merged, pictures), blocker: null, updatedAt };
      },
      'cut.update': ({ projectId, choices }) => {
        this.#begin(projectId, this.#merge(projectId, choices).result.cut);
        return this.#yourView(projectId);
      },
      ...this.#takeHandlers(),
    };
  }

  /** Ends the work of a tool. @param error why there is nothing; null for a picture or voice. */
  endTake(takeId: string, error: ErrorBody | null = null): void {
    const take = this.#take(takeId);
    const isVoice = take.kind === 'voice';
    const name = isVoice ? `${takeId}.wav` : `${takeId}.png`;
    if (error) Object.assign(take, { state: 'failed', error });
    else Object.assign(take, readyTake(take, name, isVoice ? measuredVoice : measuredStill));
    this.#deps.publish('cut.takesChanged', { projectId: take.projectId });
  }

  #takeHandlers(): Pick<
    CutHandlers,
    'cut.addTake' | 'cut.retryTake' | 'cut.findTake' | 'cut.removeTake' | 'cut.narration' | 'cut.frames'
  > {
    return {
      'cut.addTake': ({ projectId, sceneId, kind, source }) => {
        const take = this.#takeOf({ projectId, sceneId, kind }, source);
        this.takes.unshift(take);
        return take;
      },
      'cut.retryTake': ({ takeId }) => {
        return Object.assign(this.#take(takeId), { state: 'running' as const, error: null });
      },
      'cut.findTake': ({ takeId, file }) => {
        const take = this.#take(takeId);
        return Object.assign(take, readyTake(take, this.#deps.nameOf(file), measuredStill));
      },
      'cut.removeTake': ({ takeId }) => {
        this.takes.splice(this.takes.indexOf(this.#take(takeId)), 1);
        return {};
      },
      'cut.narration': () => this.narration,
      'cut.frames': () => ({ pictures: [] }),
    };
  }

  #take(takeId: string): Take {
    const take = this.takes.find((one) => one.takeId === takeId);
    if (!take) throw new AppError('not_found', 'There is no such take.');
    return take;
  }

  #takeOf(
    place: Pick<Take, 'projectId' | 'sceneId' | 'kind'>,
    source: CallInput<typeof appContract, 'cut.addTake'>['source'],
  ): Take {
    const number = String(this.takes.length + 1);
    const take: Take = {
      ...place,
      takeId: place.kind === 'voice' ? `voice-take-${number}` : `take-${number}`,
      state: 'running',
      name: 'title' in source ? source.title : '',
      media: null,
      mediaPath: null,
      prompt: 'body' in source && typeof source.body['prompt'] === 'string' ? source.body['prompt'] : null,
      spokenText: 'text' in source ? source.text : null,
      jobId: 'tool' in source ? 'job-1' : null,
      error: null,
      createdAt: 1_767_225_600,
    };
    if ('tool' in source) {
      this.orders.push(source);
      return take;
    }
    const name = 'file' in source ? this.#deps.nameOf(source.file) : 'library.png';
    return { ...take, ...readyTake(take, name, 'file' in source ? source.measured : measuredStill) };
  }

  #originOf(projectId: string): Origin {
    const project = this.#deps.projectOf(projectId);
    return { cut: timelineOfProject(project), updatedAt: project.updatedAt };
  }

  #yourCut(projectId: string): YourCut {
    const cut = this.#yours.get(projectId, this.#originOf(projectId));
    if (!cut) throw new AppError('not_found', 'The project has no cut.');
    return cut;
  }

  /** Begins your cut with another one. */
  #begin(projectId: string, base: Timeline): void {
    const { cut: origin, updatedAt: originUpdatedAt } = this.#originOf(projectId);
    this.#yours.replace(projectId, { origin, originUpdatedAt, base, steps: [], undone: [] });
  }

  #merge(projectId: string, choices: ReturnChoices): DescribedMerge {
    const { cut } = this.#originOf(projectId);
    const merged = updateCut(this.#yourCut(projectId), cut, new Map(Object.entries(choices)));
    if (!merged) throw new AppError('conflict', 'The cuts have different rates.');
    return merged;
  }

  #yourView(projectId: string): CutView {
    return this.#view(projectId, { kind: 'yours' });
  }

  #view(projectId: string, of: CutView['of']): CutView {
    const { cut, updatedAt } = this.#originOf(projectId);
    const yours = this.#yourCut(projectId);
    const { origin, base, changes, canUndo, canRedo } = yours;
    const isYours = of.kind === 'yours';
    const isDelivered = of.kind === 'version' || of.kind === 'return';
    const other = isDelivered ? (this.delivered[of.kind] ?? cut) : cut;
    const timeline = isYours ? yours.timeline : other;
    const isChanged = base !== origin || changes.length > 0;
    const media = timeline.media.map(({ mediaId, fileName }) => {
      const path = pathOf(projectId, of.kind, mediaId);
      return [mediaId, { path, state: 'ready', fileName, codec: null }] as const;
    });
    return {
      projectId,
      of,
      timeline,
      media: Object.fromEntries(media),
      scenes: [...(isYours ? scenesOf(base, changes) : scenesOf(timeline, []))],
      takes: this.takes.filter((take) => take.projectId === projectId),
      originals: isYours ? originalsOf(yours) : [],
      edits: isYours && isChanged ? editsBetween(origin, timeline) : [],
      canUndo,
      canRedo,
      hasUpdate: isYours && isChanged && yours.originUpdatedAt !== updatedAt,
      updatedAt: isYours ? yours.originUpdatedAt : updatedAt,
      fetchedAt: 1_767_225_600,
      isStored: this.unread !== null,
      error: this.unread,
    };
  }
}

function pathOf(projectId: string, of: string, mediaId: string): string {
  return `cuts/local/${projectId}/${of}/${mediaId}`;
}

/** Returns a take that is there, with its media. */
function readyTake(
  { projectId, takeId }: Take,
  name: string,
  { durationSeconds, size, hasSound }: Measured,
): Pick<Take, 'state' | 'name' | 'media' | 'mediaPath' | 'error'> {
  const media: MediaReference = {
    mediaId: takeId,
    fileName: name,
    location: `file:///takes/${takeId}/${name}`,
    kind: size === null ? 'audio' : durationSeconds === null ? 'still' : 'video',
    durationFrames: durationSeconds === null ? null : Math.round(durationSeconds * 30),
    startFrame: 0,
    size,
    audioChannels: hasSound ? 2 : null,
  };
  return { state: 'ready', name, media, mediaPath: pathOf(projectId, 'takes', takeId), error: null };
}

function editsBetween(before: Timeline, after: Timeline): ReturnEdit[] {
  const hashes = { hashesBefore: locationsOf(before), hashesAfter: locationsOf(after) };
  return diffCuts(before, after, hashes).edits.map(shownEdit);
}

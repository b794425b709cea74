import { locationsOf } from '../../../src-main/cuts/update-cut.ts';
import { shownEdit } from '../../../src-main/returns/read/shown-edit.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import type { appContract } from '../../../src-shared/contract/app-contract.ts';
import type { CutView, Take } from '../../../src-shared/contract/cut.ts';
import type { ProjectDetail } from '../../../src-shared/contract/project.ts';
import type { ReturnEdit } from '../../../src-shared/contract/return-edit.ts';
import type { ToolTake } from '../../../src-shared/contract/tool-take.ts';
import type { CallInput, CallName, Handlers } from '../../../src-shared/ipc/define.ts';
import { applyChanges } from '../../../src-timeline/changes/apply-changes.ts';
import type { Change } from '../../../src-timeline/changes/change.ts';
import { scenesOf } from '../../../src-timeline/changes/scenes-of.ts';
import { diffCuts } from '../../../src-timeline/diff/diff-cuts.ts';
import type { MediaReference, Timeline } from '../../../src-timeline/model/timeline.ts';
import { timelineOfProject } from './timeline-of-project.ts';

/** `FakeMovies` saves the movie. */
type CutHandlers = Pick<
  Handlers<typeof appContract>,
  Exclude<Extract<CallName<typeof appContract>, `cut.${string}`>, 'cut.saveMovie'>
>;

interface YourCut {
  steps: (readonly Change[])[];
  undone: (readonly Change[])[];
}

export interface FakeCutsDeps {
  readonly publish: (name: 'cut.changed', payload: { projectId: string }) => void;
  readonly projectOf: (projectId: string) => ProjectDetail;
  /** Returns the name of a granted file. */
  readonly nameOf: (grant: string) => string;
}

/** Cuts in memory. The project cut has the scenes of the project. */
export class FakeCuts {
  readonly #deps: FakeCutsDeps;
  readonly takes: Take[] = [];
  /** Cuts of versions and returns; the project cut for those without one. */
  delivered: Partial<Record<CutView['of']['kind'], Timeline>> = {};
  readonly #yours = new Map<string, YourCut>();

  constructor(deps: FakeCutsDeps) {
    this.#deps = deps;
  }

  handlers(): CutHandlers {
    const notHere = (): never => {
      throw new AppError('not_found', 'The fake has none.');
    };
    return {
      'cut.get': ({ projectId, of }) => this.#view(projectId, of),
      'cut.change': ({ projectId, changes }) =>
        this.#changed(projectId, ({ steps }) => ({ steps: [...steps, changes], undone: [] })),
      'cut.undo': ({ projectId }) =>
        this.#changed(projectId, ({ steps, undone }) => {
          const step = steps.at(-1);
          return step ? { steps: steps.slice(0, -1), undone: [...undone, step] } : { steps, undone };
        }),
      'cut.redo': ({ projectId }) =>
        this.#changed(projectId, ({ steps, undone }) => {
          const step = undone.at(-1);
          return step ? { steps: [...steps, step], undone: undone.slice(0, -1) } : { steps, undone };
        }),
      'cut.discard': ({ projectId }) => this.#changed(projectId, () => ({ steps: [], undone: [] })),
      'cut.restore': ({ projectId }) => this.#view(projectId, { kind: 'yours' }),
      'cut.previewUpdate': notHere,
      'cut.update': notHere,
      'cut.addTake': ({ projectId, sceneId, kind, source }) => {
        const take = this.#takeOf({ projectId, sceneId, kind }, source);
        this.takes.unshift(take);
        return take;
      },
      'cut.retryTake': ({ takeId }) => {
        const take = this.takes.find((one) => one.takeId === takeId);
        if (!take) return notHere();
        Object.assign(take, { state: 'running', error: null });
        return take;
      },
      'cut.narration': () => {
        return { voiceId: null, voiceSpeed: null, languageCode: 'en', style: 'Ink drawing', respellings: [] };
      },
      'cut.findTake': ({ takeId }) => {
        const take = this.takes.find((one) => one.takeId === takeId);
        if (!take) return notHere();
        take.state = 'ready';
        return take;
      },
      'cut.removeTake': ({ takeId }) => {
        this.takes.splice(
          this.takes.findIndex((one) => one.takeId === takeId),
          1,
        );
        return {};
      },
    };
  }

  #runningTakeOf(place: Pick<Take, 'projectId' | 'sceneId' | 'kind'>, request: ToolTake): Take {
    return {
      ...place,
      takeId: `take-${String(this.takes.length + 1)}`,
      state: 'running',
      name: request.tool,
      media: null,
      mediaPath: null,
      prompt: 'prompt' in request ? request.prompt : null,
      spokenText: 'text' in request ? request.text : null,
      jobId: 'job-1',
      error: null,
      createdAt: 1_700_000_000,
    };
  }

  #takeOf(
    place: Pick<Take, 'projectId' | 'sceneId' | 'kind'>,
    source: CallInput<typeof appContract, 'cut.addTake'>['source'],
  ): Take {
    if ('tool' in source) return this.#runningTakeOf(place, source);
    const name = 'file' in source ? this.#deps.nameOf(source.file) : 'library.png';
    const takeId = `take-${String(this.takes.length + 1)}`;
    const measured =
      'measured' in source
        ? source.measured
        : { durationSeconds: null, size: { width: 1280, height: 720 }, hasSound: false };
    const { durationSeconds, size, hasSound } = measured;
    const media: MediaReference = {
      mediaId: takeId,
      fileName: name,
      location: `file:///takes/${name}`,
      kind: size === null ? 'audio' : durationSeconds === null ? 'still' : 'video',
      durationFrames: durationSeconds === null ? null : Math.round(durationSeconds * 30),
      startFrame: 0,
      size,
      audioChannels: hasSound ? 2 : null,
    };
    return {
      ...place,
      takeId,
      state: 'ready',
      name,
      media,
      mediaPath: `cuts/local/${place.projectId}/takes/${takeId}`,
      prompt: null,
      spokenText: null,
      jobId: null,
      error: null,
      createdAt: 1_767_225_600,
    };
  }

  #changed(projectId: string, change: (yours: YourCut) => YourCut): CutView {
    this.#yours.set(projectId, change(this.#yours.get(projectId) ?? { steps: [], undone: [] }));
    this.#deps.publish('cut.changed', { projectId });
    return this.#view(projectId, { kind: 'yours' });
  }

  #view(projectId: string, of: CutView['of']): CutView {
    const { steps, undone } = this.#yours.get(projectId) ?? { steps: [], undone: [] };
    const changes = of.kind === 'yours' ? steps.flat() : [];
    const base = timelineOfProject(this.#deps.projectOf(projectId));
    const timeline = this.delivered[of.kind] ?? applyChanges(base, changes);
    const media = timeline.media.map(({ mediaId, fileName }) => {
      const path = `cuts/local/${projectId}/${of.kind}/${mediaId}`;
      return [mediaId, { path, state: 'ready', fileName, codec: null }] as const;
    });
    return {
      projectId,
      of,
      timeline,
      media: Object.fromEntries(media),
      scenes: [...(of.kind in this.delivered ? scenesOf(timeline, []) : scenesOf(base, changes))],
      takes: this.takes.filter((take) => take.projectId === projectId),
      edits: of.kind === 'yours' ? editsBetween(base, timeline) : [],
      canUndo: steps.length > 0,
      canRedo: undone.length > 0,
      hasUpdate: false,
      updatedAt: 1_767_225_600,
      fetchedAt: 1_767_225_600,
      isStored: false,
      error: null,
    };
  }
}

function editsBetween(base: Timeline, timeline: Timeline): ReturnEdit[] {
  const hashes = { hashesBefore: locationsOf(base), hashesAfter: locationsOf(timeline) };
  return diffCuts(base, timeline, hashes).edits.map(shownEdit);
}

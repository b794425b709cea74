import { AppError } from '../../../src-shared/app-error.ts';
import type { appContract } from '../../../src-shared/contract/app-contract.ts';
import type { CutView, Take } from '../../../src-shared/contract/cut.ts';
import type { CallName, Handlers } from '../../../src-shared/ipc/define.ts';
import { applyChanges } from '../../../src-timeline/changes/apply-changes.ts';
import type { Change } from '../../../src-timeline/changes/change.ts';
import { scenesOf } from '../../../src-timeline/changes/scenes-of.ts';
import type { Timeline } from '../../../src-timeline/model/timeline.ts';
import { sampleTimeline } from '../sample-project.ts';

type CutHandlers = Pick<Handlers<typeof appContract>, Extract<CallName<typeof appContract>, `cut.${string}`>>;

interface YourCut {
  steps: (readonly Change[])[];
  undone: (readonly Change[])[];
}

/** Cuts in memory: every project has the same project cut. */
export class FakeCuts {
  timeline: Timeline = sampleTimeline(() => '');
  readonly takes: Take[] = [];
  readonly #yours = new Map<string, YourCut>();
  readonly #publish: (name: 'cut.changed', payload: { projectId: string }) => void;

  constructor(publish: (name: 'cut.changed', payload: { projectId: string }) => void) {
    this.#publish = publish;
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
      'cut.addTake': notHere,
      'cut.findTake': notHere,
      'cut.removeTake': notHere,
    };
  }

  #changed(projectId: string, change: (yours: YourCut) => YourCut): CutView {
    this.#yours.set(projectId, change(this.#yours.get(projectId) ?? { steps: [], undone: [] }));
    this.#publish('cut.changed', { projectId });
    return this.#view(projectId, { kind: 'yours' });
  }

  #view(projectId: string, of: CutView['of']): CutView {
    const { steps, undone } = this.#yours.get(projectId) ?? { steps: [], undone: [] };
    const changes = of.kind === 'yours' ? steps.flat() : [];
    const timeline = applyChanges(this.timeline, changes);
    const media = timeline.media.map(({ mediaId, fileName }) => {
      const path = `cuts/local/${projectId}/${of.kind}/${mediaId}`;
      return [mediaId, { path, state: 'ready', fileName, codec: null }] as const;
    });
    return {
      projectId,
      of,
      timeline,
      media: Object.fromEntries(media),
      scenes: [...scenesOf(this.timeline, changes)],
      takes: this.takes.filter((take) => take.projectId === projectId),
      edits: [],
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

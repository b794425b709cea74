import { AppError, type ErrorBody } from '../../../src-shared/app-error.ts';
import type { RemixStep, ServiceJob } from '../../../src-shared/contract/activity.ts';
import type { appContract } from '../../../src-shared/contract/app-contract.ts';
import type { ExportOptions } from '../../../src-shared/contract/export-options.ts';
import type { MovieExport } from '../../../src-shared/contract/export.ts';
import type { CallName, Handlers } from '../../../src-shared/ipc/define.ts';
import type { FakeActivity } from './fake-activity.ts';

type MovieHandlers = Pick<
  Handlers<typeof appContract>,
  Extract<CallName<typeof appContract>, `remix.${string}` | `export.${string}` | 'cut.saveMovie'>
>;

export interface FakeMoviesDeps {
  readonly nowSeconds: () => number;
  readonly activity: FakeActivity;
  readonly titleOf: (projectId: string) => string;
  readonly folder: () => string;
}

interface Asked {
  readonly jobId: string;
  readonly exportId: string;
  readonly options: ExportOptions;
}

/** Remixes and exports of projects, in memory; `step` advances them. */
export class FakeMovies {
  readonly #deps: FakeMoviesDeps;
  readonly #exports: Asked[] = [];
  readonly #saves: {
    readonly exportId: string | null;
    readonly sceneMediaPath: string | null;
    readonly transferId: string;
    readonly path: string;
  }[] = [];
  /** Error that the list of exports fails with. */
  listError: ErrorBody | null = null;
  /** Actions that fail, with the service's error. */
  readonly failures = new Map<string, ErrorBody>();

  constructor(deps: FakeMoviesDeps) {
    this.#deps = deps;
  }

  /** Advances every remix and export by half an action. */
  step(): void {
    for (const job of this.#jobs()) {
      if (job.finishedAt !== null) continue;
      if (job.kind === 'remix') this.#stepRemix(job);
      else if (job.progress < 0.5) this.#change(job, { state: 'running', progress: 0.5 });
      else this.#end(job, 'succeeded');
    }
  }

  handlers(): MovieHandlers {
    return {
      'remix.start': ({ projectId, actions, isCopy }) => {
        return this.#add(
          'remix',
          projectId,
          actions.map(({ type }) => pending(type)),
          isCopy,
        );
      },
      'remix.list': ({ projectId }) => ({
        jobs: this.#jobs('remix', projectId),
        elsewhere: [],
        generated: [],
      }),
      'export.start': ({ projectId, options }) => {
        const job = this.#add('export', projectId, [], false);
        const exportId = `exp-${String(this.#exports.length + 1)}`;
        this.#exports.push({ jobId: job.jobId, exportId, options: options ?? {} });
        return job;
      },
      'export.list': ({ projectId }) => ({
        exports: this.#listExports(projectId),
        error: this.listError,
      }),
      'export.link': ({ exportId }) => ({ url: `https://example.com/${exportId}` }),
      'export.saveMovie': ({ projectId, exportId }) =>
        this.#save(`${this.#deps.titleOf(projectId)}.mp4`, { exportId, sceneMediaPath: null }),
      'cut.saveMovie': ({ projectId }) => {
        const displayName = `${this.#deps.titleOf(projectId)} cut.mp4`;
        return this.#save(displayName, { exportId: null, sceneMediaPath: null });
      },
      'export.saveSceneMedia': ({ projectId, sceneIndex }) => {
        const sceneMediaPath = `projects/${projectId}/scenes/${String(sceneIndex)}`;
        return this.#save(`scene-${String(sceneIndex + 1)}.png`, { exportId: null, sceneMediaPath });
      },
      'export.listSaved': () => ({
        saves: this.#saves.map(({ transferId, ...save }) => ({
          ...save,
          transfer: this.#deps.activity.transfer(transferId),
        })),
      }),
      'export.playSaved': () => ({}),
      'export.shareSaved': ({ transferId }) => {
        const { displayName } = this.#deps.activity.transfer(transferId);
        const upload = this.#deps.activity.addTransfer({ displayName, direction: 'upload' });
        this.#deps.activity.tellReordered([{ kind: 'transfer', connectionId: 'local', record: upload }]);
        return upload;
      },
      'export.revealSaved': () => ({}),
    };
  }

  /**
   * Repeats the parts that did not succeed, as *Try again* does. Returns null for jobs other than remixes and exports.
   */
  retry(job: ServiceJob): ServiceJob | null {
    if (job.kind !== 'remix' && job.kind !== 'export') return null;
    const rest = job.steps.filter(({ state }) => state !== 'succeeded');
    return this.#add(
      job.kind,
      job.projectId ?? '',
      rest.map(({ type }) => pending(type)),
      false,
    );
  }

  #save(displayName: string, part: { exportId: string | null; sceneMediaPath: string | null }) {
    const transfer = this.#deps.activity.addTransfer({ displayName, totalBytes: 19_200_000 });
    const path = `${this.#deps.folder()}/${displayName}`;
    this.#saves.unshift({ ...part, transferId: transfer.transferId, path });
    this.#deps.activity.tellReordered([{ kind: 'transfer', connectionId: 'local', record: transfer }]);
    return { transfer };
  }

  #jobs(kind?: ServiceJob['kind'], projectId?: string): ServiceJob[] {
    return this.#deps.activity.jobs
      .filter((job) =>
        kind === undefined ? job.kind === 'remix' || job.kind === 'export' : job.kind === kind,
      )
      .filter((job) => projectId === undefined || job.projectId === projectId)
      .reverse();
  }

  #listExports(projectId: string): MovieExport[] {
    return this.#jobs('export', projectId).map((job) => {
      const asked = this.#exports.find(({ jobId }) => jobId === job.jobId);
      const { jobId, state, progress, error, createdAt, finishedAt, retriedAs } = job;
      return {
        jobId,
        state,
        progress,
        error,
        createdAt,
        finishedAt,
        retriedAs,
        attemptIndex: 0,
        exportId: asked?.exportId ?? null,
        options: asked?.options ?? {},
        sizeBytes: state === 'succeeded' ? 19_200_000 : null,
      };
    });
  }

  #add(kind: ServiceJob['kind'], projectId: string, steps: RemixStep[], isCopy: boolean): ServiceJob {
    const { activity, titleOf, nowSeconds } = this.#deps;
    const job = activity.addJob({
      kind,
      projectId,
      steps,
      title: titleOf(projectId),
      state: 'running',
      createdAt: nowSeconds(),
      copyProjectId: isCopy ? `${projectId}-copy` : null,
    });
    activity.tellReordered([{ kind: 'job', connectionId: job.connectionId, record: job }]);
    return job;
  }

  #stepRemix(job: ServiceJob): void {
    const index = job.steps.findIndex(({ state }) => state === 'pending' || state === 'running');
    const step = job.steps[index];
    if (!step) return this.#end(job, 'succeeded');
    const failure = this.failures.get(step.type);
    const isBegun = step.state === 'running';
    const next: RemixStep = failure
      ? { ...step, state: 'failed', error: failure }
      : { ...step, state: isBegun ? 'succeeded' : 'running', progress: isBegun ? 1 : 0.5 };
    const after = (each: RemixStep): RemixStep => ({ ...each, state: failure ? 'cancelled' : each.state });
    const steps = job.steps.map((each, place) =>
      place < index ? each : place === index ? next : after(each),
    );
    const progress = steps.reduce((sum, each) => sum + each.progress, 0) / steps.length;
    const changed = this.#change(job, { steps, progress });
    if (failure) this.#end(changed, 'failed', failure);
    else if (isBegun && index === steps.length - 1) this.#end(changed, 'succeeded');
  }

  #end(job: ServiceJob, state: 'succeeded' | 'failed', error: ErrorBody | null = null): void {
    const progress = state === 'succeeded' ? 1 : job.progress;
    this.#change(job, { state, error, progress, finishedAt: this.#deps.nowSeconds() });
  }

  #change(job: ServiceJob, fields: Partial<ServiceJob>): ServiceJob {
    return this.#deps.activity.changeJob(job.jobId, fields);
  }
}

/** Answer of the service when a plan does not allow an action. */
export const needsUpgrade = new AppError('forbidden', 'Needs a paid plan.', {
  details: { reason: 'This needs a paid plan.', requirement: 'upgrade_plan' },
});

function pending(type: string): RemixStep {
  return { type, state: 'pending', progress: 0, error: null };
}

import { AppError } from '../../../src-shared/app-error.ts';
import type { appContract } from '../../../src-shared/contract/app-contract.ts';
import type { CallInput, CallName, Handlers } from '../../../src-shared/ipc/define.ts';
import type { FakeActivity } from './fake-activity.ts';

type Ordered = CallInput<typeof appContract, 'operation.start'>;

const sounds = new Set<string>(['textToSpeech', 'generateSoundEffect', 'generateMusic']);
const pictures = new Set<string>([
  'generateImage',
  'vectorizeImage',
  'removeImageBackground',
  'upscaleImage',
]);

/** Jobs that operations start. Operations that answer at once are tested with the real service. */
export class FakeOperations {
  readonly #activity: FakeActivity;
  readonly #nowSeconds: () => number;
  readonly #connectionId: () => string;
  readonly #orders = new Map<string, Ordered>();

  constructor(activity: FakeActivity, nowSeconds: () => number, connectionId: () => string) {
    this.#activity = activity;
    this.#nowSeconds = nowSeconds;
    this.#connectionId = connectionId;
  }

  /** Ends all jobs that run. */
  endAll(): void {
    for (const jobId of this.#orders.keys())
      this.#activity.changeJob(jobId, { state: 'succeeded', progress: 1, finishedAt: this.#nowSeconds() });
    this.#activity.tellReordered();
  }

  handlers(): Pick<
    Handlers<typeof appContract>,
    Exclude<Extract<CallName<typeof appContract>, `operation.${string}`>, 'operation.call'>
  > {
    return {
      'operation.start': (order) => {
        const { operation, title } = order;
        const createdAt = this.#nowSeconds() + this.#orders.size;
        const connectionId = this.#connectionId();
        const job = this.#activity.addJob({ connectionId, operation, title, createdAt });
        this.#orders.set(job.jobId, order);
        this.#activity.tellReordered([{ kind: 'job', connectionId, record: job }]);
        return job;
      },
      'operation.request': ({ jobId }) => this.#order(jobId),
      'operation.outcome': ({ jobId }) => ({ record: recordOf(this.#order(jobId)) }),
    };
  }

  #order(jobId: string): Ordered {
    const order = this.#orders.get(jobId);
    if (!order) throw new AppError('not_found', `There is no job ${jobId}.`);
    return order;
  }
}

/** Returns the record of a tool's execution, with as many results as were asked for. */
function recordOf({ operation, body, title }: Ordered) {
  const type = sounds.has(operation) ? 'AUDIO' : pictures.has(operation) ? 'IMAGE' : 'VIDEO';
  const { numResults = 1 } = (body ?? {}) as { numResults?: number };
  const results = Array.from({ length: numResults }, (_, index) => {
    const fileId = `file_0${String(index + 1)}`;
    const file = { fileId, type, scope: 'GLOBAL', displayName: `${title} ${String(index + 1)}` };
    return {
      fileId,
      type,
      downloadUrl: null,
      downloadUrlExpiresAt: null,
      thumbnailUrl: null,
      thumbnailUrlExpiresAt: null,
      file,
    };
  });
  return { results };
}

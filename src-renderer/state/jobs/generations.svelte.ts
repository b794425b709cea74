import { createContext } from 'svelte';
import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import {
  type BatchItem,
  type Generation,
  maxStartedAtOnce,
} from '../../../src-shared/contract/generation.ts';
import type { StartGeneration } from '../../../src-shared/contract/start-generation.ts';
import type { CallOutput } from '../../../src-shared/ipc/define.ts';
import type { DraftFields } from '../draft/draft-fields.ts';
import { draftOfRequest } from '../draft/draft-of-request.ts';
import { JobMirror, type JobMirrorDeps } from './job-mirror.svelte.ts';

const finished = new Set<Generation['state']>(['succeeded', 'failed', 'cancelled']);

function isGenerationFinished(generation: Generation): boolean {
  return finished.has(generation.state);
}

/** Started workflows and their results. */
export class Generations extends JobMirror<Generation> {
  readonly #client: JobMirrorDeps<Generation>['client'];
  readonly #activeConnectionId: () => string;

  constructor(deps: JobMirrorDeps<Generation>) {
    super(deps, {
      idOf: ({ generationId }) => generationId,
      isFinished: isGenerationFinished,
      recordOf: ({ kind, record }) => (kind === 'generation' ? record : null),
      list: async (client) => (await client.call('generation.list', { limit: 50 })).generations,
    });
    this.#client = deps.client;
    this.#activeConnectionId = deps.activeConnectionId;
  }

  /** Returns what is known of a request before its start; nulls where nothing is. */
  async expect(request: StartGeneration): Promise<CallOutput<AppContract, 'generation.expect'>> {
    const answer = await this.#client.call('generation.expect', request).catch(() => null);
    return answer ?? { seconds: null, refusal: null };
  }

  /** @throws AppError as main made it. */
  async begin(input: StartGeneration): Promise<Generation> {
    return this.ask(() => this.#client.call('generation.start', input));
  }

  /**
   * Starts a batch in order on the active connection. A refusal keeps the generations started before.
   * @throws AppError as main made it.
   */
  async beginBatch(items: readonly BatchItem[]): Promise<void> {
    const connectionId = this.#activeConnectionId();
    for (let from = 0; from < items.length; from += maxStartedAtOnce) {
      const part = items.slice(from, from + maxStartedAtOnce);
      await this.#client.call('generation.startBatch', { items: part, connectionId });
    }
    await this.refresh();
  }

  /** Returns the draft that a generation was started from. @throws AppError as main made it. */
  async draftOf(generationId: string): Promise<DraftFields> {
    const { request, materials } = await this.#client.call('generation.request', { generationId });
    return draftOfRequest(request, materials);
  }
}

export const [getGenerations, setGenerations] = createContext<Generations>();

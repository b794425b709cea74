import { SvelteMap } from 'svelte/reactivity';
import { toolExecutionSchema } from '../../../src-shared/api/tools.ts';
import type { AppClient } from '../foundation/app-client.ts';

/** A picture asked for to see an entity at work. */
interface Trial {
  readonly jobId: string;
  readonly connectionId: string;
  readonly prompt: string;
  /** Picture that was made; null until it is there. */
  readonly fileId: string | null;
}

/** Pictures made to try a style, an actor or a product on a sentence: the last one of each. */
export class Trials {
  readonly #client: AppClient;
  readonly #byEntity = new SvelteMap<string, Trial>();

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  of(entityId: string): Trial | null {
    return this.#byEntity.get(entityId) ?? null;
  }

  /** Asks the service for a picture of a sentence with the entity. @throws AppError as main made it. */
  async start(connectionId: string, entityId: string, prompt: string): Promise<void> {
    const { jobId } = await this.#client.call('operation.start', {
      connectionId,
      operation: 'generateImage',
      path: {},
      body: { prompt, entityIds: [entityId] },
      title: prompt,
      projectId: null,
    });
    this.#byEntity.set(entityId, { jobId, connectionId, prompt, fileId: null });
  }

  /** Reads what a succeeded job made. @throws AppError as main made it. */
  async collect(entityId: string): Promise<void> {
    const trial = this.of(entityId);
    if (!trial || trial.fileId !== null) return;
    const { record } = await this.#client.call('operation.outcome', { jobId: trial.jobId });
    const fileId = toolExecutionSchema.parse(record).results[0]?.fileId ?? null;
    if (this.of(entityId)?.jobId === trial.jobId) this.#byEntity.set(entityId, { ...trial, fileId });
  }
}

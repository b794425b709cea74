import { wordsOfRequest } from '../../../src-main/jobs/kinds/generations/start-request.ts';
import { AppError, type ErrorBody } from '../../../src-shared/app-error.ts';
import type { BatchItem, Generation } from '../../../src-shared/contract/generation.ts';
import type { StartGeneration } from '../../../src-shared/contract/start-generation.ts';

/** Share of the whole at which each stage begins. */
const stages = [
  [0, 'script'],
  [0.05, 'speech'],
  [0.3, 'pictures'],
  [0.65, 'timeline'],
  [0.72, 'movie'],
] as const;

export interface FakeGenerationsDeps {
  readonly nowSeconds: () => number;
  /** Makes the project of a successful generation; returns its ID. */
  readonly onSucceeded: (title: string) => string;
}

/** Generations that advance one step at a time. */
export class FakeGenerations {
  readonly #deps: FakeGenerationsDeps;
  readonly #records = new Map<string, Generation>();
  readonly #requests = new Map<string, StartGeneration>();
  /** Request of each generation, in order. */
  readonly requests: StartGeneration[] = [];
  #count = 0;
  stepSize = 0.04;
  /** Expected duration of any request in seconds; null without earlier runs. */
  expectedSeconds: number | null = null;
  refusal: ErrorBody | null = null;

  constructor(deps: FakeGenerationsDeps) {
    this.#deps = deps;
  }

  list(): Generation[] {
    return [...this.#records.values()].reverse();
  }

  start(request: StartGeneration): Generation {
    this.requests.push(request);
    const { workflow } = request;
    const words = wordsOfRequest(request) ?? 'A file';
    const title =
      words
        .trim()
        .split(/[\n.!?]/)[0]
        ?.slice(0, 80) ?? '';
    const generation = this.add({ workflow, title, state: 'queued' });
    this.#requests.set(generation.generationId, request);
    return generation;
  }

  requestOf(generationId: string): StartGeneration {
    const request = this.#requests.get(generationId);
    if (!request) throw new AppError('conflict', 'The assistant started it.');
    return request;
  }

  /** Starts generations as main does: skips an ID that exists already. */
  startBatch(items: readonly BatchItem[]): Generation[] {
    return items.map(({ generationId, title, request }) => {
      const known = this.#records.get(generationId);
      if (known) return known;
      this.requests.push(request);
      return this.add({ generationId, title, workflow: request.workflow });
    });
  }

  /** Adds a generation in any state. */
  add(fields: Partial<Generation>): Generation {
    this.#count += 1;
    const generation: Generation = {
      generationId: `gen-${String(this.#count)}`,
      connectionId: 'local',
      workflow: 'script',
      title: '',
      state: 'queued',
      progress: 0,
      stage: null,
      isCancelling: false,
      projectId: null,
      createdAt: this.#deps.nowSeconds() + this.#count,
      finishedAt: null,
      error: null,
      ...fields,
    };
    this.#records.set(generation.generationId, generation);
    return generation;
  }

  cancel(generationId: string): Generation {
    return this.#change(generationId, { isCancelling: true });
  }

  retry(generationId: string): Generation {
    const { title, workflow } = this.#get(generationId);
    const again = this.add({ title, workflow });
    this.#change(generationId, { retriedAs: again.generationId });
    return again;
  }

  fail(generationId: string, error: NonNullable<Generation['error']>): Generation {
    return this.#change(generationId, { state: 'failed', error, finishedAt: this.#deps.nowSeconds() });
  }

  /** Advances the running generations and returns those that changed. */
  step(): Generation[] {
    const running = this.list().filter((each) => !['succeeded', 'failed', 'cancelled'].includes(each.state));
    return running.map((each) => this.#change(each.generationId, this.#next(each)));
  }

  #next(generation: Generation): Partial<Generation> {
    const finishedAt = this.#deps.nowSeconds();
    if (generation.isCancelling) return { state: 'cancelled', isCancelling: false, finishedAt };
    if (generation.state === 'queued') return { state: 'starting' };
    const progress = Math.min(1, generation.progress + this.stepSize);
    const stage = stages.findLast(([from]) => from <= progress)?.[1] ?? null;
    if (progress < 1) return { state: 'running', progress, stage };
    const projectId = this.#deps.onSucceeded(generation.title);
    return { state: 'succeeded', progress: 1, stage: null, projectId, finishedAt };
  }

  #get(generationId: string): Generation {
    const generation = this.#records.get(generationId);
    if (!generation) throw new AppError('not_found', `There is no generation ${generationId}.`);
    return generation;
  }

  #change(generationId: string, fields: Partial<Generation>): Generation {
    const changed = { ...this.#get(generationId), ...fields };
    this.#records.set(generationId, changed);
    return changed;
  }
}

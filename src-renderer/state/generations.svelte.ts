import type { Generation, StartGeneration } from '../../src-shared/contract/generation.ts';
import type { AppClient } from './app-client.ts';
import { type ChangeListener, RecordMirror } from './record-mirror.svelte.ts';

const finished = new Set<Generation['state']>(['succeeded', 'failed', 'cancelled']);

/** Whether nothing will change about a generation any more. */
export function isGenerationFinished(generation: Generation): boolean {
  return finished.has(generation.state);
}

export interface GenerationsDeps {
  readonly client: AppClient;
  /** The connection whose records are shown; what changes on others is heard and not shown. */
  readonly activeConnectionId: () => string;
  /** Hears a generation main changed. */
  readonly onChange: ChangeListener<Generation>;
}

/** Started workflows and what became of them, newest first. */
export class Generations {
  readonly #deps: GenerationsDeps;
  readonly #mirror: RecordMirror<Generation>;

  readonly records = $derived.by(() =>
    this.#mirror.records.filter(({ connectionId }) => connectionId === this.#deps.activeConnectionId()),
  );
  readonly running = $derived(this.records.filter((generation) => !isGenerationFinished(generation)));

  constructor(deps: GenerationsDeps) {
    this.#deps = deps;
    this.#mirror = new RecordMirror({
      idOf: (generation) => generation.generationId,
      rankOf: (generation) => generation.createdAt,
      list: async () => (await deps.client.call('generation.list', { limit: 50 })).generations,
    });
  }

  get state(): 'loading' | 'ready' | 'failed' {
    return this.#mirror.state;
  }

  get error(): RecordMirror<Generation>['error'] {
    return this.#mirror.error;
  }

  /** Subscribes, then lists. Returns the function that ends the subscription. */
  start(): () => void {
    const stop = this.#deps.client.on('jobs.changed', ({ generations }) => {
      this.#mirror.apply(generations, this.#deps.onChange);
    });
    void this.refresh();
    return stop;
  }

  /** Drops them all: another service has others. */
  forget(): void {
    this.#mirror.forget();
  }

  refresh(): Promise<void> {
    return this.#mirror.refresh();
  }

  /** @throws AppError as main made it. */
  async begin(input: StartGeneration): Promise<Generation> {
    return this.#took(await this.#deps.client.call('generation.start', input));
  }

  /** @throws AppError as main made it. */
  async cancel(generationId: string): Promise<Generation> {
    return this.#took(await this.#deps.client.call('generation.cancel', { generationId }));
  }

  /** Starts a failed or cancelled one again. @throws AppError as main made it. */
  async retry(generationId: string): Promise<Generation> {
    return this.#took(await this.#deps.client.call('generation.retry', { generationId }));
  }

  #took(generation: Generation): Generation {
    this.#mirror.apply([generation]);
    return generation;
  }
}

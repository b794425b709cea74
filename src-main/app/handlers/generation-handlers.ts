import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Handlers } from '../../../src-shared/ipc/define.ts';
import type { Generations } from '../../jobs/generations/generations.ts';

type GenerationCalls = 'generation.start' | 'generation.list' | 'generation.cancel' | 'generation.retry';

export function createGenerationHandlers(deps: {
  /** Of the active connection. */
  active: () => { generations: Generations };
  /** Of the connection it was started on. @throws AppError `not_found`. */
  generationsOf: (generationId: string) => Generations;
}): Pick<Handlers<AppContract>, GenerationCalls> {
  const { active, generationsOf } = deps;
  return {
    'generation.start': (request) => active().generations.startGeneration(request),
    'generation.list': ({ limit }) => ({ generations: active().generations.list(limit) }),
    'generation.cancel': ({ generationId }) => generationsOf(generationId).cancel(generationId),
    'generation.retry': ({ generationId }) => generationsOf(generationId).retry(generationId),
  };
}

import type { AppContract } from '../../src-shared/contract/app-contract.ts';
import type { Handlers } from '../../src-shared/ipc/define.ts';
import type { Generations } from '../jobs/generations.ts';

type GenerationCalls = 'generation.start' | 'generation.list' | 'generation.cancel' | 'generation.retry';

export function createGenerationHandlers(deps: {
  generations: Generations;
}): Pick<Handlers<AppContract>, GenerationCalls> {
  const { generations } = deps;
  return {
    'generation.start': (request) => generations.startGeneration(request),
    'generation.list': ({ limit }) => ({ generations: generations.list(limit) }),
    'generation.cancel': ({ generationId }) => generations.cancel(generationId),
    'generation.retry': ({ generationId }) => generations.retry(generationId),
  };
}

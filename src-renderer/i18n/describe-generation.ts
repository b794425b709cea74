import type { Generation } from '../../src-shared/contract/generation.ts';
import type { TextOf } from '../../src-shared/i18n/messages.ts';

const knownStages = ['script', 'speech', 'pictures', 'timeline', 'remix', 'movie'] as const;

type Tone = 'good' | 'busy' | 'caution' | 'bad' | 'idle';

const tones: Record<Generation['state'], Tone> = {
  queued: 'idle',
  uploading: 'busy',
  starting: 'busy',
  running: 'busy',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'idle',
};

/** Returns the colour of a generation's status dot. */
export function generationTone(generation: Generation): Tone {
  return generation.isCancelling ? 'caution' : tones[generation.state];
}

/** Describes the state of a generation as precisely as the service reports it. */
export function describeGeneration(generation: Generation, text: TextOf): string {
  if (generation.isCancelling) return text('common.cancelling');
  const stage = knownStages.find((each) => each === generation.stage);
  if (generation.state === 'running' && stage) return text(`generations.stage.${stage}`);
  return text(`generations.state.${generation.state}`);
}

import type { Generation } from '../../src-shared/contract/generation.ts';
import type { TextOf } from '../../src-shared/i18n/messages.ts';
import { isWaitingJob, type JobPlace, unplaced } from '../state/jobs/service-queue.ts';
import { describeTimeLeft } from './describe-time-left.ts';

const knownStages = ['script', 'speech', 'pictures', 'timeline', 'remix', 'movie'] as const;

/** Describes the state of a generation as precisely as the service reports it, with its place and time left. */
export function describeGeneration(generation: Generation, text: TextOf, place: JobPlace = unplaced): string {
  if (generation.isCancelling) return text('common.cancelling');
  return withPlace(stateOf(generation, text), place, text);
}

/** Adds to the state of a job how many jobs are done first, and the time left. */
export function withPlace(state: string, { aheadCount, secondsLeft }: JobPlace, text: TextOf): string {
  const placed = aheadCount ? text('generations.ahead', { state, count: aheadCount }) : state;
  if (secondsLeft === null) return placed;
  return text('generations.left', { state: placed, time: describeTimeLeft(secondsLeft, text) });
}

function stateOf(generation: Generation, text: TextOf): string {
  if (isWaitingJob(generation)) return text('generations.state.queued');
  const stage = knownStages.find((each) => each === generation.stage);
  if (generation.state === 'running' && stage) return text(`generations.stage.${stage}`);
  return text(`generations.state.${generation.state}`);
}

import { expect, test } from 'vitest';
import {
  isWaitingJob,
  type JobPlace,
  type QueuedJob,
  ServiceQueue,
} from '../../../../../src-renderer/state/jobs/service-queue.ts';
import type { ServiceJob } from '../../../../../src-shared/contract/activity.ts';
import type { Generation } from '../../../../../src-shared/contract/generation.ts';

const nowSeconds = Math.floor(Date.now() / 1000);

const common = {
  connectionId: 'local',
  title: '',
  state: 'running',
  progress: 0,
  isCancelling: false,
  projectId: null,
  createdAt: nowSeconds,
  finishedAt: null,
  error: null,
} as const;

function aGeneration(fields: Partial<Generation>): Generation {
  return { ...common, generationId: 'a', workflow: 'script', stage: null, ...fields };
}

function aJob(kind: ServiceJob['kind'], fields: Partial<ServiceJob>): ServiceJob {
  return {
    ...common,
    jobId: 'b',
    kind,
    operation: 'generateImage',
    steps: [],
    copyProjectId: null,
    ...fields,
  };
}

function placesOf(
  generations: Generation[],
  jobs: ServiceJob[],
  isLocal: boolean,
  asked: readonly QueuedJob[],
): JobPlace[] {
  const queue = new ServiceQueue({
    generations: { running: generations },
    jobs: { running: jobs },
    connections: { isLocal },
  });
  return asked.map((job) => queue.placeOf(job));
}

const running = aGeneration({ expectedEndAt: nowSeconds + 60, submittedAtMs: 1 });
const remix = aJob('remix', { isWaiting: true, submittedAtMs: 2 });
const next = aGeneration({ isWaiting: true, submittedAtMs: 3, expectedSeconds: 100 });
const unsent = aGeneration({ state: 'queued', submittedAtMs: null, expectedSeconds: 50 });
const document = aJob('interchange', { isWaiting: true, submittedAtMs: 0 });

test('a job that waits at the local service has those ahead that run or were sent before, and their time', () => {
  const [first, second, third] = placesOf([unsent, next, running], [document], true, [running, next, unsent]);
  expect([running, next, unsent].map(isWaitingJob)).toEqual([false, true, true]);
  expect(first).toMatchObject({ aheadCount: null });
  expect(first?.secondsLeft).toBeCloseTo(60, -1);
  expect(second).toMatchObject({ aheadCount: 1 });
  expect(second?.secondsLeft).toBeCloseTo(160, -1);
  expect(third).toMatchObject({ aheadCount: 2 });
  expect(third?.secondsLeft).toBeCloseTo(210, -1);
});

test('no time is told where one of those ahead has none, and no place that only a hosted service knows', () => {
  const all: [Generation[], ServiceJob[]] = [[running, next], [remix]];
  expect(placesOf(...all, true, [next])).toEqual([{ aheadCount: 2, secondsLeft: null }]);
  expect(placesOf(...all, false, [next])).toEqual([{ aheadCount: null, secondsLeft: null }]);
});

test('a job that runs beside an older one has the time of both, as earlier jobs took it', () => {
  const second = aGeneration({ progress: 0.5, submittedAtMs: 2, expectedEndAt: nowSeconds + 900 });
  expect(placesOf([second, running], [], true, [second])).toEqual([{ aheadCount: null, secondsLeft: null }]);
  const known = { ...second, expectedSeconds: 100 };
  const [first, place] = placesOf([known, running], [], true, [running, known]);
  expect(first?.secondsLeft).toBeCloseTo(60, -1);
  expect(place?.secondsLeft).toBeCloseTo(110, -1);
});

test('a short job of the local service has a time only while no other job runs, and a long one while no short one runs', () => {
  const tool = aJob('tool', { expectedEndAt: nowSeconds + 20 });
  expect(placesOf([running], [tool], true, [running])[0]?.secondsLeft).toBeNull();
  const times = ([others, isLocal]: [Generation[], boolean]): number | null | undefined =>
    placesOf(others, [tool], isLocal, [tool])[0]?.secondsLeft;
  expect(times([[next], true])).toBeCloseTo(20, -1);
  expect(times([[running], true])).toBeNull();
  expect(times([[running], false])).toBeCloseTo(20, -1);
});

import { describe, expect, test } from 'vitest';
import {
  findStartedRun,
  type FindStartedRunOptions,
} from '../../../../../../src-main/jobs/kinds/generations/find-started-run.ts';
import type { ProjectRecord } from '../../../../../../src-shared/api/projects.ts';
import type { WorkflowRun } from '../../../../../../src-shared/api/workflows.ts';
import { aRequest } from '../../../../../fakes/features/generations-fixture.ts';
import { aGeneration } from '../../../../../fakes/main-records.ts';
import { createHastyClock } from '../../../../../fakes/turned-clock.ts';

const hourMs = 3_600_000;

test.each([
  [39, 'run_lost'],
  [40, 'unclear'],
])('behind %i newer runs made elsewhere, a lost start is found or called unclear', async (newer, found) => {
  const clock = createHastyClock();
  const submittedAtMs = clock.now() - 12 * hourMs;
  const projects = new Map<string, ProjectRecord>();
  const add = (name: string, title: string, createdAtMs: number): WorkflowRun => {
    const createdAt = Math.floor(createdAtMs / 1_000);
    const aspectRatio = { width: 16, height: 9 };
    projects.set(name, { projectId: name, title, createdAt, aspectRatio } as ProjectRecord);
    const ids = { workflowRunId: `run_${name}`, projectId: name, workflowType: 'SCRIPT_TO_VIDEO' };
    return ids as WorkflowRun;
  };
  const items = Array.from({ length: newer }, (_, index) =>
    add(`batch_${String(index)}`, 'A batch of the night', clock.now() - index * 60_000),
  );
  items.push(add('lost', 'Harbour lights', submittedAtMs + 1_000));
  const run = await findStartedRun({
    workflows: { listOwnRuns: () => Promise.resolve({ items, nextCursor: null, serviceNowMs: clock.now() }) },
    projects: { get: (id) => Promise.resolve(projects.get(id) as ProjectRecord) },
    record: aGeneration({ state: 'starting', submittedAtMs, request: aRequest() }),
    knownRunIds: () => new Set<string>(),
    otherStarts: [],
    clock,
    signal: new AbortController().signal,
  });
  expect(typeof run === 'string' ? run : run.workflowRunId).toBe(found);
});

test.each([
  ['a day old', 24, 'none'],
  ['of this hour', 0, 'unclear'],
])(
  'where only known runs are listed, the oldest of them %s, a start that made nothing is told',
  async (_, hours, found) => {
    const clock = createHastyClock();
    const createdAt = Math.floor((clock.now() - hours * hourMs) / 1_000);
    const project = { projectId: 'known', title: 'Known', createdAt, aspectRatio: { width: 16, height: 9 } };
    const run = {
      workflowRunId: 'run_known',
      projectId: 'known',
      workflowType: 'SCRIPT_TO_VIDEO',
    } as WorkflowRun;
    const answer = { items: [run], nextCursor: 'more', serviceNowMs: clock.now() };
    const result = await findStartedRun({
      workflows: { listOwnRuns: () => Promise.resolve(answer) },
      projects: { get: () => Promise.resolve(project as ProjectRecord) },
      record: aGeneration({ state: 'starting', submittedAtMs: clock.now() - hourMs, request: aRequest() }),
      knownRunIds: () => new Set(['run_known']),
      otherStarts: [],
      clock,
      signal: new AbortController().signal,
    });
    expect(result).toBe(found);
  },
);

describe('a lost start that ends with resizes of the project', () => {
  const clock = createHastyClock();
  const lost = aGeneration({
    state: 'starting',
    submittedAtMs: clock.now() - 60_000,
    request: aRequest({
      aspectRatio: '16:9',
      remixActions: [
        { type: 'RESIZE_PROJECT', aspectRatio: { width: 1, height: 1 } },
        { type: 'ADD_ZOOM' },
        { type: 'RESIZE_PROJECT', aspectRatio: { width: 9, height: 16 } },
      ],
    }),
  });
  const find = (width: number, height: number, others: Partial<FindStartedRunOptions>) => {
    const createdAt = Math.floor(clock.now() / 1_000) - 50;
    const project = { projectId: 'made', title: 'Harbour lights', createdAt, aspectRatio: { width, height } };
    const run = { workflowRunId: 'run_lost', projectId: 'made', workflowType: 'SCRIPT_TO_VIDEO' };
    const answer = { items: [run as WorkflowRun], nextCursor: null, serviceNowMs: clock.now() };
    return findStartedRun({
      workflows: { listOwnRuns: () => Promise.resolve(answer) },
      projects: { get: () => Promise.resolve(project as ProjectRecord) },
      record: lost,
      knownRunIds: () => new Set<string>(),
      otherStarts: [],
      clock,
      signal: new AbortController().signal,
      ...others,
    });
  };

  test.each([
    [16, 9],
    [2, 2],
    [1080, 1920],
  ])('is found by its project in %i:%i, before, between and after the resizes', async (width, height) => {
    expect(await find(width, height, {})).toMatchObject({ workflowRunId: 'run_lost' });
  });

  test('is not found by a project in a shape that it never has', async () => {
    expect(await find(4, 5, {})).toBe('none');
  });

  test('is not overlooked where another lost start of the same words wants the last shape', async () => {
    const record = aGeneration({ ...lost, generationId: 'tall', request: aRequest({ aspectRatio: '9:16' }) });
    expect(await find(9, 16, { record, otherStarts: [lost] })).toBe('unclear');
  });
});

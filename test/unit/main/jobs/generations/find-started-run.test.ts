import { expect, test } from 'vitest';
import { findStartedRun } from '../../../../../src-main/jobs/generations/find-started-run.ts';
import type { ProjectRecord } from '../../../../../src-shared/api/projects.ts';
import type { WorkflowRun } from '../../../../../src-shared/api/workflows.ts';
import { aRequest } from '../../../../fakes/generations-fixture.ts';
import { aGeneration } from '../../../../fakes/main-records.ts';
import { createHastyClock } from '../../../../fakes/turned-clock.ts';

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
    ...{ knownRunIds: () => new Set<string>(), otherStarts: [], clock, signal: new AbortController().signal },
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
      ...{ knownRunIds: () => new Set(['run_known']), otherStarts: [], clock },
      signal: new AbortController().signal,
    });
    expect(result).toBe(found);
  },
);

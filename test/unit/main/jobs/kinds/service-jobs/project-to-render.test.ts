import { describe, expect, test } from 'vitest';
import {
  projectsToRender,
  projectToRender,
} from '../../../../../../src-main/jobs/kinds/service-jobs/project-to-render.ts';
import {
  type ServiceJobRecord,
  serviceJobRecordSchema,
} from '../../../../../../src-main/state/service-job-repository.ts';

function remix(jobId: string, facts: Partial<ServiceJobRecord>): ServiceJobRecord {
  return serviceJobRecordSchema.parse({
    ...{ jobId, connectionId: 'local', kind: 'remix', title: '', projectId: 'a', parentId: 'a' },
    ...{ state: 'succeeded', progress: 1, isCancelling: false, error: null, remoteId: jobId },
    ...{ createdAt: 10, finishedAt: 20, operation: 'remixProject', path: { projectId: 'a' }, body: {} },
    ...{ submittedAtMs: null, attemptIndex: 0 },
    ...facts,
  });
}

const rendered = (ended: ServiceJobRecord, ...others: ServiceJobRecord[]) =>
  projectToRender(ended, () => [ended, ...others]);

test('of several remixes under way the last to end has the movie made, though it failed itself', () => {
  const first = remix('1', { finishedAt: 20 });
  const open = remix('2', { createdAt: 15, finishedAt: null, state: 'running' });
  expect(rendered(first, open)).toBeNull();
  expect(rendered({ ...open, state: 'failed', finishedAt: 30 }, first)).toBe('a');
});

test('a change is not forgotten where remixes that failed follow one another after it', () => {
  const changed = remix('1', { createdAt: 0, finishedAt: 10 });
  const between = remix('2', { createdAt: 5, finishedAt: 20, state: 'failed' });
  const last = remix('3', { createdAt: 15, finishedAt: 30, state: 'failed' });
  expect(rendered(last, changed, between)).toBe('a');
  expect(rendered(last, { ...changed, finishedAt: 4 }, between)).toBeNull();
});

test('a remix that changed nothing has no movie made, whatever ended before it was asked for', () => {
  const failed = remix('2', { createdAt: 40, finishedAt: 50, state: 'failed' });
  expect(rendered(failed, remix('1', {}))).toBeNull();
  expect(rendered(remix('1', {}))).toBe('a');
});

test('a copy has a movie of its own, and is not waited for', () => {
  const isCopy = { body: { remixActions: [], saveAsNewProject: true } };
  const coming = remix('2', { ...isCopy, parentId: null, finishedAt: null, state: 'running' });
  expect(rendered(remix('1', {}), coming)).toBe('a');
  expect(rendered({ ...coming, parentId: 'b', state: 'succeeded', finishedAt: 30 }, remix('1', {}))).toBe(
    'b',
  );
});

describe('after a restart', () => {
  const due = (...records: ServiceJobRecord[]) => projectsToRender(records, 1_000);
  const movie = (facts: Partial<ServiceJobRecord>): ServiceJobRecord =>
    remix('movie', { kind: 'export', operation: 'exportProject', createdAt: 15, finishedAt: 40, ...facts });
  const refused = (facts: Partial<ServiceJobRecord>): ServiceJobRecord => {
    const details = { requirement: 'upgrade_plan' };
    const error = { code: 'forbidden', message: 'Paid only.', details } as const;
    const body = { endScreenMode: 'NONE' };
    return movie({ createdAt: 30, state: 'failed', remoteId: null, error, body, ...facts });
  };
  const project = [{ projectId: 'a', title: 'Harbour lights' }];
  const changed = remix('1', { title: 'Harbour lights' });

  test.each([
    { name: 'no export was requested', exports: [], expected: project },
    { name: 'the only export left before', exports: [movie({ submittedAtMs: 19_900 })], expected: project },
    {
      name: 'only another project was exported',
      exports: [movie({ createdAt: 30, path: { projectId: 'b' } })],
      expected: project,
    },
    { name: 'an export left in the same second', exports: [movie({ submittedAtMs: 20_000 })], expected: [] },
    { name: 'an export failed since', exports: [movie({ createdAt: 20, state: 'failed' })], expected: [] },
    {
      name: 'an export requested before left later',
      exports: [movie({ submittedAtMs: 25_000 })],
      expected: [],
    },
    {
      name: 'the only export was refused because it omits a mark',
      exports: [refused({})],
      expected: project,
    },
    {
      name: 'an export left, and another one was refused because it omits a mark',
      exports: [refused({ createdAt: 31 }), movie({ createdAt: 30 })],
      expected: [],
    },
    {
      name: 'an export that omits no mark was refused',
      exports: [refused({ body: { quality: 'ULTRA_HIGH' } })],
      expected: [],
    },
    {
      name: 'an export was refused for lack of credits',
      exports: [
        refused({
          error: { code: 'insufficient_credits', message: '', details: { requirement: 'purchase_add_on' } },
        }),
      ],
      expected: [],
    },
    {
      name: 'an export was refused because the user may not use the project',
      exports: [refused({ error: { code: 'forbidden', message: '', details: {} } })],
      expected: [],
    },
    {
      name: 'an export requested before still waits to leave',
      exports: [movie({ finishedAt: null, state: 'queued' })],
      expected: [],
    },
  ])('a remixed project of which $name is rendered: $expected.length', ({ exports, expected }) => {
    expect(due(changed, ...exports)).toEqual(expected);
  });

  test('a copy is rendered, and not the project that it was made from', () => {
    const copy = remix('1', { parentId: 'b', body: { saveAsNewProject: true } });
    expect(due(copy, movie({ createdAt: 30 }))).toEqual([{ projectId: 'b', title: '', copyOf: 'a' }]);
  });

  test('a change is rendered though a later remix failed, and not while another is under way', () => {
    const failed = remix('2', { createdAt: 30, finishedAt: 40, state: 'failed' });
    expect(due(changed, failed)).toEqual(project);
    expect(due(changed, { ...failed, finishedAt: null, state: 'running' })).toEqual([]);
    expect(due(failed)).toEqual([]);
  });

  test('a remix that ended by a clock that was fast has nothing rendered again and again', () => {
    expect(due({ ...changed, finishedAt: 1_001 }, movie({ createdAt: 900 }))).toEqual([]);
  });
});

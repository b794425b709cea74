import { expect, test } from 'vitest';
import { projectToRender } from '../../../../../src-main/jobs/service-jobs/project-to-render.ts';
import {
  type ServiceJobRecord,
  serviceJobRecordSchema,
} from '../../../../../src-main/state/service-job-repository.ts';

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

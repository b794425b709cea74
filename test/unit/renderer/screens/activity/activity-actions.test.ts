import { expect, test } from 'vitest';
import { actionsOf } from '../../../../../src-renderer/screens/activity/activity-actions.ts';
import type { ActivityItem, ServiceJob } from '../../../../../src-shared/contract/activity.ts';
import type { Generation } from '../../../../../src-shared/contract/generation.ts';
import type { Transfer } from '../../../../../src-shared/contract/transfer.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';

const main = new FakeMain();
const hasFileManager = true;
const transfer = (fields: Partial<Transfer>): ActivityItem => ({
  kind: 'transfer',
  connectionId: 'local',
  record: main.activity.addTransfer(fields),
});
const job = (fields: Partial<ServiceJob>): ActivityItem => ({
  kind: 'job',
  connectionId: 'local',
  record: main.activity.addJob(fields),
});
const delivery = (state: 'done' | 'trashed'): ActivityItem => ({
  kind: 'delivery',
  connectionId: 'local',
  record: main.deliveries.add({ projectId: 'prj_0000', format: 'OTIO', mediaDelivery: 'BUNDLE', state }),
});

test('every state of a transfer offers what can be done in it and nothing else', () => {
  const of = (fields: Partial<Transfer>) => actionsOf(transfer(fields), hasFileManager).join(' ');
  expect(of({ state: 'queued' })).toBe('pause cancel');
  expect(of({ state: 'running' })).toBe('pause cancel');
  expect(of({ state: 'processing' })).toBe('cancel');
  expect(of({ state: 'waiting', waitingFor: 'space' })).toBe('pause cancel');
  expect(of({ state: 'waiting', waitingFor: 'decision' })).toBe('reuse send cancel');
  expect(of({ state: 'paused' })).toBe('resume cancel');
  expect(of({ state: 'done' })).toBe('');
  expect(of({ state: 'failed' })).toBe('retry');
  const owner = { kind: 'delivery', id: 'del-1', title: 'x' } as const;
  expect(of({ state: 'cancelled', owner })).toBe('retry log');
});

test('jobs are cancelled once, tried again once when they ended, and opened where there is a project', () => {
  const of = (fields: Partial<ServiceJob>) =>
    actionsOf(job({ kind: 'export', operation: 'exportProject', ...fields }), hasFileManager);
  expect(of({ state: 'running' })).toEqual(['cancel']);
  expect(of({ state: 'running', isCancelling: true })).toEqual([]);
  expect(of({ state: 'unknown' })).toEqual(['retry']);
  expect(of({ state: 'failed', retriedAs: 'job-0' })).toEqual([]);
  expect(of({ state: 'succeeded', projectId: 'prj_0000' })).toEqual(['open']);
  expect(of({ state: 'succeeded' })).toEqual([]);
});

test('a generation of the assistant leads to its project, where its chat is, and offers no request', () => {
  const of = (fields: Partial<Generation>) => {
    const record = main.generations.add({ state: 'failed', projectId: 'prj_0000', ...fields });
    return actionsOf({ kind: 'generation', connectionId: 'local', record }, hasFileManager).join(' ');
  };
  expect(of({})).toBe('retry open duplicate');
  expect(of({ isByAssistant: true })).toBe('open');
});

test('a run of a tool shows its results and its form, one without a form only its results', () => {
  const of = (fields: Partial<ServiceJob>) => actionsOf(job(fields), hasFileManager).join(' ');
  expect(of({ state: 'running' })).toBe('duplicate cancel');
  expect(of({ state: 'succeeded' })).toBe('results duplicate');
  expect(of({ state: 'failed' })).toBe('retry duplicate');
  expect(of({ state: 'succeeded', operation: 'upscaleImage', projectId: 'prj_0000' })).toBe('results open');
});

test('a remix and a message are cancelled while they run only where their service is out of reach', () => {
  for (const kind of ['remix', 'message'] as const) {
    expect(actionsOf(job({ kind, state: 'queued' }), hasFileManager)).toEqual(['cancel']);
    expect(actionsOf(job({ kind, state: 'starting' }), hasFileManager)).toEqual(['cancel']);
    expect(actionsOf(job({ kind, state: 'running' }), hasFileManager)).toEqual([]);
    expect(actionsOf(job({ kind, state: 'running' }), hasFileManager, false)).toEqual(['cancel']);
  }
  expect(actionsOf(job({ kind: 'export', state: 'running' }), hasFileManager)).toEqual(['cancel']);
});

test('nothing is shown in a file manager where there is none', () => {
  expect(actionsOf(delivery('done'), hasFileManager)).toEqual(['open', 'reveal', 'log']);
  expect(actionsOf(delivery('done'), false)).toEqual(['open']);
});

test('a version in the trash is not shown in its folder', () => {
  expect(actionsOf(delivery('trashed'), hasFileManager)).toEqual(['open', 'log']);
});

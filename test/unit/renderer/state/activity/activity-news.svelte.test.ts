// @vitest-environment runes
import { expect, test } from 'vitest';
import { ActivityNews } from '../../../../../src-renderer/state/activity/activity-news.svelte.ts';
import { Navigation } from '../../../../../src-renderer/state/window/navigation.svelte.ts';
import { Toasts } from '../../../../../src-renderer/state/window/toasts.svelte.ts';
import type { ActivityItem } from '../../../../../src-shared/contract/activity.ts';
import type { Transfer } from '../../../../../src-shared/contract/transfer.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';

function newsAt(hash: string) {
  const address = {
    hash: () => hash,
    push: () => undefined,
    replace: () => undefined,
    onChange: () => () => undefined,
  };
  const navigation = new Navigation({ address });
  const toasts = new Toasts({ schedule: () => () => undefined });
  const text = (key: string, values: object = {}): string =>
    `${key} ${Object.values(values).join(' ')}`.trim();
  const news = new ActivityNews({ navigation, toasts, text });
  return { news, navigation, reported: () => toasts.list.map((toast) => toast.text), toasts };
}

const { activity } = new FakeMain();
const upload = (fields: Partial<Transfer>): ActivityItem => ({
  kind: 'transfer',
  connectionId: 'local',
  record: activity.addTransfer({ direction: 'upload', ...fields }),
});

test('uploads are reported together, when the last one has ended', () => {
  const { news, reported, navigation, toasts } = newsAt('#/generate');
  const ids = ['a', 'b', 'c'];
  const all = (fields: Partial<Transfer>) =>
    ids.map((transferId) => upload({ transferId, displayName: transferId, ...fields }));
  news.hear(all({ state: 'running' }));
  const [a, b, c] = all({ state: 'done' });
  const [, failed] = all({ state: 'failed' });
  if (!a || !b || !c || !failed) throw new Error('There are three.');
  news.hear([a]);
  news.hear([failed]);
  expect(reported()).toEqual([]);
  news.hear([c]);
  expect(reported()).toEqual(['activity.news.uploaded 2 a', 'activity.news.uploadsFailed 1 b']);
  toasts.act(1);
  expect(navigation.isTrayOpen).toBe(true);
});

test('uploads whose end was missed do not hold back the notices of later ones', () => {
  const { news, reported } = newsAt('#/generate');
  const row = (transferId: string, state: Transfer['state']) =>
    upload({ transferId, displayName: transferId, state });
  news.hear([row('missed', 'running'), row('continued', 'running')]);
  news.forgetUploads();
  news.hear([row('continued', 'running'), row('later', 'running')]);
  news.hear([row('later', 'done')]);
  expect(reported()).toEqual([]);
  news.hear([row('continued', 'done')]);
  expect(reported()).toEqual(['activity.news.uploaded 2 later']);
});

test('news in sight is spoken and shows no notice', () => {
  const { news, reported } = newsAt('#/activity');
  const row = (fields: Partial<Transfer>) => upload({ transferId: 'x', displayName: 'x.mov', ...fields });
  news.hear([row({ state: 'running' })]);
  expect(news.spoken).toBe('');
  news.hear([row({ state: 'waiting', waitingFor: 'sign_in' })]);
  expect(news.spoken).toBe('activity.news.one x.mov transfer.state.waiting.sign_in');
  news.hear([row({ state: 'failed' })]);
  expect(news.spoken).toBe('activity.news.one x.mov activity.status.failed');
  expect(reported()).toEqual([]);
});

test('progress, what the user cancelled and what ended before are no news', () => {
  const { news, reported } = newsAt('#/activity');
  const row = (fields: Partial<Transfer>) => upload({ transferId: 'y', ...fields });
  news.hear([row({ state: 'done' })]);
  news.hear([row({ state: 'running' })]);
  news.hear([row({ state: 'running', doneBytes: 5 })]);
  news.hear([row({ state: 'cancelled' })]);
  expect([news.spoken, reported()]).toEqual(['', []]);
});

test('an upload that needs a decision is reported wherever the user is, once for many', () => {
  const { news, reported } = newsAt('#/projects');
  const rows = (fields: Partial<Transfer>) =>
    ['d', 'e'].map((transferId) => upload({ transferId, ...fields }));
  news.hear(rows({ state: 'checking' }));
  news.hear(rows({ state: 'waiting', waitingFor: 'decision' }));
  expect(reported()).toEqual(['activity.news.decision']);
});

test('a document that was made is no news of its own: its delivery tells', () => {
  const { news, reported } = newsAt('#/generate');
  const job = (kind: 'interchange' | 'export', state: 'running' | 'succeeded'): ActivityItem => ({
    kind: 'job',
    connectionId: 'local',
    record: activity.addJob({ jobId: kind, kind, state, title: kind === 'export' ? 'Harbour' : 'OTIO' }),
  });
  news.hear([job('interchange', 'running'), job('export', 'running')]);
  news.hear([job('interchange', 'succeeded'), job('export', 'succeeded')]);
  expect(reported()).toEqual(['activity.news.jobDone Harbour']);
});

test('a movie that was exported is no news while the list of what left its project is in sight', () => {
  const { news, navigation, reported } = newsAt('#/projects/prj_0000');
  const job = (jobId: string, state: 'running' | 'succeeded'): ActivityItem => ({
    kind: 'job',
    connectionId: 'local',
    record: activity.addJob({ jobId, kind: 'export', projectId: 'prj_0000', state, title: jobId }),
  });
  navigation.projectInSight = 'prj_0000';
  navigation.projectTab = 'deliver';
  news.hear([job('Harbour', 'running'), job('Glacier', 'running')]);
  news.hear([job('Harbour', 'succeeded')]);
  navigation.projectTab = 'remix';
  news.hear([job('Glacier', 'succeeded')]);
  expect(reported()).toEqual(['activity.news.jobDone Glacier']);
});

test('a take that was made is no news while the scenes of its project are in sight; a failed one is', () => {
  const { news, navigation, reported } = newsAt('#/projects/prj_0000');
  const job = (jobId: string, state: 'running' | 'succeeded' | 'failed'): ActivityItem => ({
    kind: 'job',
    connectionId: 'local',
    record: activity.addJob({ jobId, kind: 'tool', projectId: 'prj_0000', state, title: jobId }),
  });
  navigation.projectInSight = 'prj_0000';
  news.hear([job('Lamps', 'running'), job('Gulls', 'running'), job('Fog', 'running')]);
  news.hear([job('Lamps', 'succeeded'), job('Gulls', 'failed')]);
  navigation.projectTab = 'remix';
  news.hear([job('Fog', 'succeeded')]);
  expect(reported()).toEqual(['activity.news.jobFailed Gulls', 'activity.news.jobDone Fog']);
});

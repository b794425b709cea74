// @vitest-environment runes
import { expect, test } from 'vitest';
import { Projects } from '../../../../src-renderer/state/projects.svelte.ts';
import { AppError } from '../../../../src-shared/app-error.ts';
import { appContract } from '../../../../src-shared/contract/app-contract.ts';
import { createClient } from '../../../../src-shared/ipc/client.ts';
import { FakeMain } from '../../../fakes/fake-main.ts';
import { clientOf } from './fake-client.ts';

test('pages are read one after another until none is left', async () => {
  const main = new FakeMain({ projectCount: 250 });
  const projects = new Projects({ client: clientOf(main) });
  await projects.refresh();
  expect([projects.summaries.length, projects.hasMore]).toEqual([100, true]);
  await projects.loadAll(new AbortController().signal);
  expect([projects.summaries.length, projects.hasMore]).toEqual([250, false]);
});

test('reading the newest page again keeps the older ones and where to go on', async () => {
  const main = new FakeMain({ projectCount: 250 });
  const projects = new Projects({ client: clientOf(main) });
  await projects.refresh();
  await projects.loadMore();
  await projects.refresh();
  expect(projects.summaries).toHaveLength(200);
  await projects.loadMore();
  expect(projects.summaries).toHaveLength(250);
});

test('a search over all titles stops where reading fails', async () => {
  const main = new FakeMain({ projectCount: 250 });
  const projects = new Projects({ client: clientOf(main) });
  await projects.refresh();
  main.failNext('project.list', new AppError('rate_limited', 'x'));
  await projects.loadAll(new AbortController().signal);
  expect([projects.summaries.length, projects.error?.code, projects.state]).toEqual([
    100,
    'rate_limited',
    'ready',
  ]);
});

test('changes that come while the list is read are read once more, not many times', async () => {
  const main = new FakeMain();
  const projects = new Projects({ client: clientOf(main) });
  const stop = projects.start();
  for (let change = 0; change < 20; change += 1) main.publish('project.changed', { projectId: 'prj_0000' });
  await projects.refresh();
  stop();
  expect(main.calls.filter((name) => name === 'project.list')).toHaveLength(2);
});

test('a late answer for a project that is no longer looked at is not shown', async () => {
  const main = new FakeMain();
  const late = Promise.withResolvers<undefined>();
  const answered = Promise.withResolvers<undefined>();
  const client = createClient(appContract, {
    subscribe: (listener) => main.subscribe(listener),
    invoke: async (request) => {
      const isLate = JSON.stringify(request).includes('prj_0000');
      if (isLate) await late.promise;
      const reply = await main.invoke(request);
      if (isLate) queueMicrotask(() => answered.resolve(undefined));
      return reply;
    },
  });
  const projects = new Projects({ client });
  projects.open('prj_0000');
  projects.open('prj_0001');
  await expect.poll(() => projects.opened?.detail?.projectId).toBe('prj_0001');
  late.resolve(undefined);
  await answered.promise;
  await Promise.resolve();
  expect(projects.opened?.projectId).toBe('prj_0001');
});

test('a project is told once that it was opened, and again after another one', async () => {
  const main = new FakeMain();
  const projects = new Projects({ client: clientOf(main) });
  const [ferry, gulls] = [
    { projectId: 'f', title: 'Ferry' },
    { projectId: 'g', title: 'Gulls' },
  ];
  for (const project of [ferry, ferry, gulls, ferry]) projects.noteOpened(project);
  await expect.poll(() => main.menus.openedProjects).toEqual(['Ferry', 'Gulls', 'Ferry']);
});

test('a project that cannot be read keeps what was known of it', async () => {
  const main = new FakeMain();
  const projects = new Projects({ client: clientOf(main) });
  projects.open('prj_0000');
  await expect.poll(() => projects.opened?.detail).toBeTruthy();
  main.failNext('project.get', new AppError('service_failed', 'x'));
  projects.reopen();
  await expect.poll(() => projects.opened?.error?.code).toBe('service_failed');
  expect(projects.opened?.detail?.projectId).toBe('prj_0000');
});

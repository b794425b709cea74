// @vitest-environment runes
import { expect, test } from 'vitest';
import { Projects } from '../../../../../src-renderer/state/projects/projects.svelte.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import type { ProjectDetail } from '../../../../../src-shared/contract/project.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientOf, clientWaitingFor } from '../fake-client.ts';

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

/** Replaces the projects of a main by newer ones in front, as after a night without the page. */
function addNewer(main: FakeMain, count: number): void {
  const [newest] = main.projects;
  if (!newest) throw new Error('There is no project.');
  const newer = Array.from({ length: count }, (_, index) => ({
    ...newest,
    projectId: `prj_newer_${String(index)}`,
    updatedAt: newest.updatedAt + count - index,
  }));
  main.projects.unshift(...newer);
}

test('a project is listed as soon as its generation has it, and read again with each of its stages', async () => {
  const main = new FakeMain({ projectCount: 2 });
  let readings = 0;
  const projects = new Projects({
    client: clientOf({
      invoke: (request) => {
        if ((request as { name: string }).name === 'project.list') readings += 1;
        return main.invoke(request);
      },
      subscribe: (listener) => main.subscribe(listener),
    }),
  });
  const stop = projects.start();
  await expect.poll(() => projects.summaries.length).toBe(2);
  addNewer(main, 1);
  main.generations.add({ state: 'running', projectId: 'prj_newer_0' });
  main.step();
  await expect.poll(() => projects.summaries.length).toBe(3);
  expect(readings).toBe(2);
  // The voice is recorded in both of these steps.
  main.step();
  main.step();
  await expect.poll(() => readings).toBe(3);
  stop();
});

test('projects that changed since the last look are all listed, even if they fill several pages', async () => {
  const main = new FakeMain({ projectCount: 250 });
  const projects = new Projects({ client: clientOf(main) });
  await projects.refresh();
  await projects.loadMore();
  addNewer(main, 270);
  await projects.refresh();
  const isListed = ({ projectId }: { projectId: string }): boolean => projectId.startsWith('prj_newer_');
  expect([projects.summaries.filter(isListed).length, projects.summaries.length]).toEqual([270, 470]);
  await projects.loadMore();
  expect([projects.summaries.length, projects.hasMore]).toEqual([520, false]);
});

test('projects that changed since the last look are read on after an error', async () => {
  const main = new FakeMain({ projectCount: 50 });
  const { client, letGo } = clientWaitingFor(main, 'project.list');
  const projects = new Projects({ client });
  const release = async (call: number): Promise<void> => {
    await expect.poll(() => letGo.length).toBe(call + 1);
    letGo[call]?.();
  };
  const first = projects.refresh();
  await release(0);
  await first;
  addNewer(main, 150);
  const second = projects.refresh();
  await expect.poll(() => letGo.length).toBe(2);
  main.failNext('project.list', new AppError('rate_limited', 'x'));
  await release(1);
  await release(2);
  await second;
  expect([projects.summaries.length, projects.error?.code]).toEqual([150, 'rate_limited']);
  const third = projects.loadMore();
  await release(3);
  await third;
  expect([projects.summaries.length, projects.hasMore]).toEqual([200, false]);
});

test.each([0, 30])('an expired cursor is replaced by a new one, also after %i changes', async (changes) => {
  const main = new FakeMain({ projectCount: 450 });
  const projects = new Projects({ client: clientOf(main) });
  await projects.refresh();
  await projects.loadMore();
  addNewer(main, changes);
  main.failNext('project.list', new AppError('service_refused', 'x', { details: { status: 400 } }));
  await projects.loadMore();
  expect([projects.summaries.length, projects.hasMore, projects.error]).toEqual([300, true, null]);
  await projects.loadAll(new AbortController().signal);
  expect(projects.summaries.map(({ projectId }) => projectId)).toEqual(
    main.projects.map(({ projectId }) => projectId),
  );
  expect(projects.hasMore).toBe(false);
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
  const { client, letGo } = clientWaitingFor(main, 'project.get');
  const projects = new Projects({ client });
  projects.open('prj_0000');
  projects.open('prj_0001');
  await expect.poll(() => letGo.length).toBe(2);
  letGo[0]?.();
  letGo[1]?.();
  await expect.poll(() => projects.opened?.detail).toBeTruthy();
  expect(projects.opened).toMatchObject({ projectId: 'prj_0001', detail: { projectId: 'prj_0001' } });
});

test('a movie keeps the scenes it was made with while a newer one is rendered and after it came', async () => {
  const main = new FakeMain();
  const [made] = main.projects;
  if (!made) throw new Error('There is no project.');
  const projects = new Projects({ client: clientOf(main) });
  const read = async (change: Partial<ProjectDetail>) => {
    main.projects[0] = { ...made, ...change };
    projects.reopen();
    await expect.poll(() => projects.opened?.detail).toEqual(main.projects[0]);
  };
  const firstWords = (path: string) => projects.movieTimelines.of(path)?.scenes?.[0]?.text;
  const remixed = { updatedAt: made.updatedAt + 60, scenes: made.scenes?.slice(1) ?? [] };
  const before = made.movie.mediaPath ?? '';
  const after = `${before}/newer`;
  projects.open(made.projectId);
  await read({});
  await read({ ...remixed, movie: { ...made.movie, isOutdated: true } });
  expect(firstWords(before)).toBe(made.scenes?.[0]?.text);
  await read({ ...remixed, movie: { ...made.movie, mediaPath: after } });
  expect([firstWords(before), firstWords(after)]).toEqual([made.scenes?.[0]?.text, made.scenes?.[1]?.text]);
  projects.forget();
  projects.open(made.projectId);
  await read({ ...remixed, movie: { ...made.movie, isOutdated: true } });
  expect(projects.movieTimelines.of(before)).toBeNull();
});

/** Reads the first of three pages; the answers to further reads wait for their release. */
async function readFirstPage() {
  const main = new FakeMain({ projectCount: 250 });
  const { client, letGo } = clientWaitingFor(main, 'project.list');
  const projects = new Projects({ client });
  projects.start();
  await expect.poll(() => letGo.length).toBe(1);
  letGo[0]?.();
  await expect.poll(() => projects.hasMore).toBe(true);
  return { main, projects, letGo };
}

test('a project that is made while a further page is read is listed', async () => {
  const { main, projects, letGo } = await readFirstPage();
  const reading = projects.loadMore();
  main.publish('project.changed', { projectId: 'prj_new' });
  await expect.poll(() => letGo.length).toBe(2);
  letGo[1]?.();
  await expect.poll(() => letGo.length).toBe(3);
  letGo[2]?.();
  await reading;
  expect([projects.summaries.length, main.calls.filter((name) => name === 'project.list').length]).toEqual([
    200, 3,
  ]);
});

test('a page that is asked for while the newest is read again is read after it', async () => {
  const { projects, letGo } = await readFirstPage();
  const refreshing = projects.refresh();
  const reading = Promise.all([projects.loadMore(), projects.loadMore()]);
  await expect.poll(() => letGo.length).toBe(2);
  letGo[1]?.();
  await refreshing;
  await expect.poll(() => letGo.length).toBe(3);
  letGo[2]?.();
  await reading;
  expect(projects.summaries).toHaveLength(200);
});

test('main is notified once that a project was opened, and again after another one', async () => {
  const main = new FakeMain();
  const projects = new Projects({ client: clientOf(main) });
  const ferry = { projectId: 'f', title: 'Ferry' };
  const gulls = { projectId: 'g', title: 'Gulls' };
  for (const project of [ferry, ferry, gulls, ferry]) projects.noteOpened(project);
  expect(main.inputsOf('project.noteOpened').map(({ title }) => title)).toEqual(['Ferry', 'Gulls', 'Ferry']);
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

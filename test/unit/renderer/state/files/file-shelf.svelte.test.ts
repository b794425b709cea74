// @vitest-environment runes
import { expect, test } from 'vitest';
import { wholeLibrary } from '../../../../../src-renderer/state/files/shelf-file.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { appOf } from '../fake-app.ts';

async function open(count = 250) {
  const main = new FakeMain();
  main.library.fill(count);
  const app = await appOf(main);
  const { shelf } = app.library;
  await shelf.show(wholeLibrary, '');
  const names = () => shelf.files.map(({ fileId }) => fileId);
  return { main, app, shelf, names };
}

/** A file like those that are there. */
function another(main: FakeMain, fileId: string) {
  const [sample] = main.library.files;
  if (!sample) throw new Error('There must be a file.');
  return { ...sample, fileId };
}

test('a list is read page by page, each file once', async () => {
  const { main, shelf, names } = await open();
  expect([shelf.files.length, shelf.hasMore]).toEqual([100, true]);
  main.library.files.unshift(another(main, 'new'));
  await shelf.loadMore();
  expect(names()).toHaveLength(199);
  await shelf.loadAll(new AbortController().signal);
  expect([new Set(names()).size, shelf.hasMore]).toEqual([250, false]);
});

test('a refresh brings new files to the top, drops those archived elsewhere and keeps what follows', async () => {
  const { main, shelf, names } = await open();
  await shelf.loadMore();
  const [first = '', second = ''] = names();
  main.library.files = [
    another(main, 'new'),
    ...main.library.files.filter(({ fileId }) => fileId !== second),
  ];
  await shelf.refresh();
  expect(names().slice(0, 2)).toEqual(['new', first]);
  expect([names().length, names().includes(second), shelf.hasMore]).toEqual([200, false, true]);
});

test('a refresh during a reading takes effect after it', async () => {
  const { main, shelf, names } = await open();
  const release = main.hold('operation.call');
  const more = shelf.loadMore();
  void shelf.refresh();
  main.library.files.unshift(another(main, 'new'));
  release();
  await more;
  expect(names()[0]).toBe('new');
  expect(names().length).toBeGreaterThan(150);
});

test('a filter reads on until it has files to show, and not for ever', async () => {
  const { main, shelf } = await open();
  main.library.files = main.library.files.map((file) => ({ ...file, type: 'IMAGE' }));
  main.library.files.push({ ...another(main, 'clip'), type: 'VIDEO' });
  await shelf.show({ ...wholeLibrary, types: ['VIDEO'] }, '');
  expect(shelf.files.map(({ fileId }) => fileId)).toEqual(['clip']);
  main.library.fill(2_000);
  main.requests.length = 0;
  await shelf.show({ ...wholeLibrary, types: ['LOTTIE'] }, '');
  expect(shelf.hasMore).toBe(true);
  expect(main.calls.filter((name) => name === 'operation.call').length).toBeLessThan(8);
});

test('a search and its failure replace the list, and only the last one asked for counts', async () => {
  const { main, shelf, names } = await open();
  const release = main.hold('operation.call');
  const earlier = shelf.show(wholeLibrary, 'take');
  const later = shelf.show(wholeLibrary, 'Harbour still 01');
  release();
  await Promise.all([earlier, later]);
  expect(names()).toEqual(['file_01']);
  expect(shelf.isAnswered(wholeLibrary, 'Harbour still 01')).toBe(true);
  main.failNext('operation.call', new AppError('service_unreachable', 'Nobody answers.'));
  await shelf.show(wholeLibrary, '');
  expect([names(), shelf.error?.code]).toEqual([[], 'service_unreachable']);
  await shelf.refresh();
  expect([names().length, shelf.error]).toEqual([100, null]);
});

test('files leave at once and are archived with their notice; an undo brings them back', async () => {
  const { app, names } = await open(3);
  const [first = '', second = ''] = names();
  const archive = (fileId: string) => {
    app.library.removals.begin({
      ids: [fileId],
      group: 'local',
      words: () => fileId,
      remove: () => Promise.resolve(app.library.shelf.drop(fileId)),
    });
  };
  archive(first);
  expect(names()).not.toContain(first);
  const [toast] = app.toasts.list;
  app.toasts.act(toast?.toastId ?? 0);
  expect(names()).toContain(first);
  archive(second);
  await app.library.removals.settle('local');
  expect(names()).not.toContain(second);
  expect(names()).toHaveLength(2);
});

test('the end of an upload brings its file into the list', async () => {
  const { main, app, shelf, names } = await open(3);
  const stop = shelf.follow();
  const grant = main.grantFile({ displayName: 'new.png', body: Buffer.from('x') });
  main.library.files.unshift(another(main, 'new'));
  await app.transfers.upload('local', grant);
  for (let step = 0; step < 20 && !names().includes('new'); step += 1) {
    main.step();
    await Promise.resolve();
    await shelf.loadMore();
  }
  stop();
  expect(names()[0]).toBe('new');
});

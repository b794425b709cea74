import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startWordsOf } from '../../../../src-main/hosts/page/start-words.ts';
import { linkToProject, parseLink } from '../../../../src-main/openings/parse-link.ts';
import type { Notifier } from '../../../../src-main/platform.ts';
import { AppError } from '../../../../src-shared/app-error.ts';
import type { AppContract } from '../../../../src-shared/contract/app-contract.ts';
import { createClient } from '../../../../src-shared/ipc/client.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';
import { settle } from '../../../fakes/turned-clock.ts';

test('a link names a project, a return or the end of a sign-in, and nothing else is a link', () => {
  expect(parseLink('dailies://project/proj_01-a')).toEqual({
    kind: 'project',
    projectId: 'proj_01-a',
    serviceUrl: null,
    connectionId: null,
  });
  expect(parseLink('DAILIES://project/p/?service=https%3A%2F%2Fapi.example.com')).toMatchObject({
    projectId: 'p',
    serviceUrl: 'https://api.example.com',
  });
  const id = { projectId: 'run:1.a', connectionId: 'local' };
  expect(parseLink(linkToProject(id))).toMatchObject({ ...id, serviceUrl: null });
  // Text from a service must never become command line arguments.
  expect(linkToProject({ ...id, projectId: 'p" --x' })).toBe('dailies://project/p%22%20--x?connection=local');
  expect(parseLink('dailies://return/r')).toEqual({ kind: 'return', returnId: 'r' });
  expect(parseLink('dailies://sign-in?')).toEqual({ kind: 'sign-in' });
  const hostile = [
    '',
    'dailies:',
    'dailies://',
    'dailies:project/p',
    'dailies://project',
    'dailies://project/',
    'dailies://project/a/b',
    'dailies://project/..%2F..%2Fetc',
    'dailies://project/a b',
    'dailies://delete/p',
    'dailies://project/p#x',
    'dailies://me@project/p',
    'dailies://project:80/p',
    'https://project/p',
    'dailies://project/p?run=1',
    'dailies://project/p?service=a&service=b',
    'dailies://return/r?code=1',
    'dailies://project/p?service=a&connection=local',
    'dailies://sign-in?code=stolen',
    'dailies://sign-in/x',
    'javascript:alert(1)',
    'file:///etc/passwd',
    `dailies://project/${'p'.repeat(201)}`,
    'dailies://project/\u202eabc',
    'dailies://project/%00',
  ];
  for (const text of hostile) expect(() => parseLink(text), text).toThrow(AppError);
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((rest) => `dailies://${rest}`),
      ),
      (text) => {
        try {
          parseLink(text);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      },
    ),
  );
});

test('a command line asks for files and a link, and beside a link for nothing else', () => {
  const folder = join('/', 'cuts');
  const app = join('/', 'opt', 'app');
  const words = [
    '--inspect=0',
    app,
    'a.fcpxml',
    pathToFileURL(join(folder, 'b c.otio')).href,
    '',
    'a.fcpxml',
  ];
  expect(startWordsOf([...words, 'file://server/share/d.xml', '--upload', 'e.mov'], folder, app)).toEqual({
    uploadPaths: [join(folder, 'e.mov')],
    openPaths: [join(folder, 'a.fcpxml'), join(folder, 'b c.otio')],
    links: [],
  });
  expect(startWordsOf(['Dailies://project/p', '--upload', '/etc/passwd', '/etc/hosts'], folder, app)).toEqual(
    {
      uploadPaths: [],
      openPaths: [],
      links: ['Dailies://project/p'],
    },
  );
});

test('openings wait for the page: projects, timelines as files, and reasons for those that cannot be shown', async () => {
  const service = await ServiceStandIn.start();
  const { app } = await startApp(service);
  const heard: string[] = [];
  app.subscribe(({ name }) => heard.push(name));
  const folder = await makeFolder('opened');
  const bundle = join(folder, 'Cut.fcpxmld');
  await mkdir(bundle);
  await writeFile(join(bundle, 'Info.fcpxml'), '<fcpxml/>');
  await writeFile(join(folder, 'cut.otio'), '{}');
  await app.open({
    links: [
      'dailies://project/p-1',
      `dailies://project/p-2?service=${encodeURIComponent(service.url)}`,
      'dailies://project/p-2?connection=address',
      'dailies://project/p-2?connection=gone',
      'dailies://project/p-3?service=https%3A%2F%2Felsewhere.example',
      'dailies://return/none',
      'dailies://sign-in',
      'dailies://erase/all',
    ],
    openPaths: [bundle, join(folder, 'cut.otio'), join(folder, 'gone.xml'), folder],
  });
  const client = createClient<AppContract>({ invoke: app.router, subscribe: () => () => undefined });
  const { openings } = await client.call('opening.take', {});
  const shown = openings.map((each) => {
    if (each.kind === 'project') return [each.projectId, each.elsewhere];
    if (each.kind === 'files') return each.files.map(({ displayName }) => displayName);
    return each.kind === 'refused' ? [each.error.code, each.error.details['reason']] : [each.kind];
  });
  expect(shown).toEqual([
    ['p-1', null],
    ['p-2', null],
    ['p-2', null],
    ['not_found', 'link_service'],
    ['not_found', 'link_service'],
    ['not_found', 'link_return'],
    ['connections'],
    ['invalid_input', 'bad_link'],
    ['file_unreadable', 'missing'],
    ['file_unreadable', 'not_a_file'],
    ['Info.fcpxml', 'cut.otio'],
  ]);
  expect(heard.filter((name) => name === 'opening.waits')).toHaveLength(shown.length);
  expect(await client.call('opening.take', {})).toEqual({ openings: [] });
});

test('files that the system opens one by one before the page takes them come together', async () => {
  const service = await ServiceStandIn.start();
  const { app } = await startApp(service);
  const folder = await makeFolder('opened');
  for (const name of ['a.md', 'b.md', 'c.md']) {
    await writeFile(join(folder, name), 'Swifts.');
    await app.open({ links: [], openPaths: [join(folder, name)] });
  }
  const client = createClient<AppContract>({ invoke: app.router, subscribe: () => () => undefined });
  const { openings } = await client.call('opening.take', {});
  const names = openings.map((each) =>
    each.kind === 'files' ? each.files.map((file) => file.displayName) : [],
  );
  expect(names).toEqual([['a.md', 'b.md', 'c.md']]);
});

test('a notification of a version that cannot be shown or opened any more says so in the window', async () => {
  const clicks: (() => void)[] = [];
  const notifier: Notifier = {
    notify: (_title, _body, onClick, actions = []) => clicks.push(onClick, ...actions.map(({ run }) => run)),
  };
  const { app } = await startApp(await ServiceStandIn.start(), { notifier });
  const { finishNotices, openings } = app.services;
  const record = { deliveryId: 'gone', projectTitle: 'Quay', folderName: 'Quay_v001', state: 'done' };
  finishNotices.deliveryFinished(record as never);
  expect(clicks).toHaveLength(3);
  for (const click of clicks) click();
  await settle();
  const refused = { kind: 'refused', error: { code: 'not_found' } };
  expect(openings.take()).toMatchObject([refused, refused, refused]);
});

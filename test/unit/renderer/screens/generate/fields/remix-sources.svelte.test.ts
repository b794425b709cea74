// @vitest-environment runes
import { expect, test } from 'vitest';
import { sendingSentence } from '../../../../../../src-renderer/components/remix/remix-words.ts';
import { remixSources } from '../../../../../../src-renderer/screens/generate/fields/remix-sources.ts';
import { Draft } from '../../../../../../src-renderer/state/draft/draft.svelte.ts';
import { toShelfFile } from '../../../../../../src-renderer/state/files/shelf-file.ts';
import { libraryFiles } from '../../../../../../src-renderer/state/jobs/remix-sources.ts';
import { AppError } from '../../../../../../src-shared/app-error.ts';
import { englishMessages } from '../../../../../fakes/english-words.ts';
import { FakeMain } from '../../../../../fakes/page/fake-main.ts';
import { appOf, FakeLink } from '../../../state/fake-app.ts';
import { memoryStorage } from '../../../state/fake-client.ts';

const logo = { id: 'logo', type: 'SET_LOGO', values: { fileId: '' } } as const;
const other = { ...logo, id: 'other' };
const file = new File(['x'], 'mark.png');

test('a file comes to the action it was chosen for, whichever draft is shown when it is there', async () => {
  const main = new FakeMain();
  const app = await appOf(main);
  const { draft } = app;
  draft.change({ remixDrafts: [{ ...logo, values: { fileId: 'old' } }, other] });
  const { place } = draft;
  const release = main.hold('material.add');
  const sending = remixSources(app, englishMessages.text, 'logo').sendFile(file);
  draft.add();
  draft.change({ remixDrafts: [logo] });
  expect(draft.fieldsAt(place)?.remixDrafts.map(({ values }) => values['fileId'])).toEqual(['old', '']);
  release();
  const give = await sending;
  draft.changeAt(place, { remixDrafts: [{ ...logo, values: { fileId: '', sizePercent: 10 } }, other] });
  give?.();
  const fileId = draft.fieldsAt(place)?.remixFiles[0]?.materialId;
  expect(fileId).toBeTypeOf('string');
  expect(draft.fieldsAt(place)?.remixDrafts.map(({ values }) => values)).toEqual([
    { fileId, sizePercent: 10 },
    { fileId: '' },
  ]);
  expect(draft.fields.remixDrafts).toEqual([logo]);
});

test('a file that comes when the action is to have none any more is not given to it', async () => {
  const app = await appOf(new FakeMain());
  const { draft } = app;
  draft.change({ remixDrafts: [logo] });
  const give = await remixSources(app, englishMessages.text, 'logo').sendFile(file);
  const without = [{ ...logo, values: { fileId: null } }];
  draft.change({ remixDrafts: without });
  give?.();
  expect(draft.fields.remixDrafts).toEqual(without);
});

test('a file that could not be sent leaves the action the file it had, or one that it got meanwhile', async () => {
  const main = new FakeMain();
  const app = await appOf(main);
  const { remixes } = app;
  const give = (fileId: string) => {
    remixes.setDrafts('prj_0000', [{ ...logo, values: { fileId } }]);
  };
  const fail = () => {
    main.failNext('transfer.upload', new AppError('service_unreachable', 'No route.'));
    return libraryFiles(app, 'prj_0000', 'logo').sendFile(file);
  };
  give('old');
  const first = fail();
  expect(await first).toBeNull();
  expect(remixes.draftsOf('prj_0000').map(({ values }) => values)).toEqual([{ fileId: 'old' }]);
  const second = fail();
  give('other');
  await second;
  expect(remixes.draftsOf('prj_0000').map(({ values }) => values)).toEqual([{ fileId: 'other' }]);
});

const mark = toShelfFile('local', {
  fileId: 'mark',
  type: 'IMAGE',
  scope: 'GLOBAL',
  displayName: 'mark.png',
});

test('a file of the library comes to the action of the project it was chosen for', async () => {
  const main = new FakeMain();
  const app = await appOf(main);
  const { remixes } = app;
  for (const projectId of ['prj_0000', 'prj_0001']) remixes.setDrafts(projectId, [logo]);
  const choosing = libraryFiles(app, 'prj_0000', 'logo').chooseFile('IMAGE');
  app.library.close([mark]);
  (await choosing)?.();
  expect(remixes.draftsOf('prj_0000').map(({ values }) => values)).toEqual([{ fileId: 'mark' }]);
  expect(remixes.draftsOf('prj_0001')).toEqual([logo]);
});

test('an action keeps its file until a new one is there, also in the stored draft, and says what is being sent', async () => {
  const main = new FakeMain();
  const storage = memoryStorage();
  const app = await appOf(main, new FakeLink(), storage);
  const { draft } = app;
  const before = { ...logo, values: { fileId: 'old' } };
  draft.change({ remixDrafts: [before] });
  const sources = () => remixSources(app, englishMessages.text, 'logo');
  const says = () =>
    sendingSentence(draft.fields.remixDrafts[0]?.values ?? {}, sources(), englishMessages.text);
  const release = main.hold('material.add');
  const sending = sources().sendFile(file);
  expect(new Draft({ storage }).fields.remixDrafts).toEqual([before]);
  expect(says()).toBe('Sending mark.png');
  draft.change({ remixDrafts: [{ ...logo, values: { fileId: null } }] });
  expect(says()).toBeNull();
  draft.change({ remixDrafts: [before] });
  expect(remixSources(app, englishMessages.text, 'other').sendingName).toBeNull();
  release();
  (await sending)?.();
  expect(says()).toBeNull();
  const [material] = draft.fields.remixFiles;
  expect(draft.fields.remixDrafts[0]?.values['fileId']).toBe(material?.materialId);
});

test('a file of the library replaces one that is still being sent for an action', async () => {
  const main = new FakeMain();
  const app = await appOf(main);
  const { remixes } = app;
  remixes.setDrafts('prj_0000', [logo]);
  const release = main.hold('transfer.upload');
  const sending = libraryFiles(app, 'prj_0000', 'logo').sendFile(file);
  const choosing = libraryFiles(app, 'prj_0000', 'logo').chooseFile('IMAGE');
  app.library.close([mark]);
  (await choosing)?.();
  expect(libraryFiles(app, 'prj_0000', 'logo').sendingName).toBeNull();
  main.failNext('transfer.upload', new AppError('service_unreachable', 'No route.'));
  release();
  expect(await sending).toBeNull();
  expect(remixes.draftsOf('prj_0000').map(({ values }) => values)).toEqual([{ fileId: 'mark' }]);
});

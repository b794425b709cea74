import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import {
  createUploadSchema,
  fileListQuerySchema,
  fileTypes,
  searchFilesSchema,
} from '../../src-shared/api/files.ts';
import { makePicture, makeTone } from '../conformance/documented/tiny-media.ts';
import { green, red, writeClip } from '../fakes/sample-media.ts';
import { dropFiles } from './support/drop-files.ts';
import { addRow, addRows, carryOut, writeRows } from './support/field-rows.ts';
import { type FieldStep, type Label, words } from './support/field-steps.ts';
import { openPage, test } from './support/page-test.ts';
import { writeDocuments } from './support/real-inputs.ts';
import { fieldPaths } from './support/request-fields.ts';
import { testWithScripted, useService } from './support/scripted-service.ts';
import { watchCalls } from './support/watch-calls.ts';

/** Narrows the list of files by its menu. */
function narrow(path: string, group: Label, choice: Label, seen: unknown): FieldStep {
  const control = `${words(group)}: ${words(choice)}`;
  const set: FieldStep['set'] = async ({ page }) => {
    const answered = page.waitForResponse('**/bridge/invoke');
    await page.getByRole('button', { name: words('projects.order') }).click();
    await page
      .getByRole('group', { name: words(group) })
      .getByRole('menuitemradio', { name: words(choice), exact: true })
      .click();
    await answered;
  };
  return { path, control, seen, set };
}

test('every filter of the list of files, and of its search, is set by its control', async ({
  page,
  address,
}) => {
  const calls = watchCalls(page);
  await openPage(page, `${address}/#/library`);
  await expect(page.getByRole('option').first()).toBeVisible();
  const queries = (): unknown[] => calls.of('listFiles').map(({ query }) => query);
  const onward: FieldStep = {
    path: 'cursor',
    control: words('library.files'),
    seen: '24',
    set: async ({ page: { keyboard } }) => {
      await page.getByRole('option').first().click();
      await keyboard.press('End');
      await expect.poll(() => queries().length).toBeGreaterThan(1);
    },
  };
  const steps = [
    onward,
    narrow('includeProjectFiles', 'library.filter.place', 'library.place.projects', true),
    narrow('includeExportFiles', 'library.filter.place', 'library.place.exports', true),
    narrow('selfOnly', 'library.filter.owner', 'library.owner.mine', true),
  ];
  await carryOut(page, steps);
  await expect.poll(() => queries()).toContainEqual(expect.objectContaining({ selfOnly: true }));
  const [least, ...set] = queries();
  const pageLength = { limit: 100 };
  expect(least, 'Defaults are not sent').toEqual(pageLength);
  const paths = fieldPaths(fileListQuerySchema).filter((path) => path !== 'limit');
  addRows('files', paths, steps, { least, set });

  const search: FieldStep = {
    path: 'query',
    control: words('library.search'),
    seen: 'pier',
    set: ({ root }) => root.getByRole('searchbox', { name: words('library.search') }).fill('pier'),
  };
  const all = narrow('', 'library.filter.owner', 'library.owner.all', undefined);
  const mine = narrow('selfOnly', 'library.filter.owner', 'library.owner.mine', true);
  await carryOut(page, [all, search]);
  await expect.poll(() => calls.of('searchFiles').length).toBe(1);
  await carryOut(page, [mine]);
  await expect.poll(() => calls.of('searchFiles').length).toBe(2);
  const [plain, ...narrowed] = calls.of('searchFiles').map(({ body }) => body);
  expect(plain, 'Defaults are not sent').toEqual({ query: 'pier', numResults: 100 });
  const searched = fieldPaths(searchFilesSchema).filter((path) => path !== 'numResults');
  addRows('search', searched, [search, mine], { least: plain, set: narrowed });
});

testWithScripted.describe('files that are sent', () => {
  testWithScripted.describe.configure({ timeout: 300_000 });
  testWithScripted.use({ toleratedComplaints: /net::ERR_|status of 404/ });

  testWithScripted(
    'every field of an upload is set by its file',
    async ({ page, address, app, hosted, service }) => {
      const path = (name: string): string => join(app.folder, name);
      writeFileSync(path('lamp.png'), await makePicture());
      await writeClip(path('ferry.mp4'), [red, green], { width: 64, height: 36 });
      writeFileSync(path('take.wav'), makeTone());
      const names = ['lamp.png', 'ferry.mp4', 'take.wav', ...(await writeDocuments(app.folder))];
      await openPage(page, address);
      await useService(page, service, hosted.makeKey());
      await page.keyboard.press('Control+3');
      await expect(page.getByText(words('library.isEmpty'))).toBeVisible();
      const bodies = (): unknown[] => service.bodiesOf('POST /v1/files/upload');
      await dropFiles(page, names.map(path));
      await expect.poll(() => bodies().length, { timeout: 60_000 }).toBe(names.length);
      const types = ['IMAGE', 'VIDEO', 'AUDIO', 'PDF', 'SLIDESHOW', 'TEXT', 'LOTTIE'];
      expect(new Set(types)).toEqual(new Set(fileTypes));
      expect(bodies(), 'Defaults are not sent').toEqual(
        expect.arrayContaining(names.map((displayName, index) => ({ displayName, type: types[index] }))),
      );

      const refusal = { message: 'Not now.', code: 'invalid_request' };
      service.script('POST /v1/workflows/voiceover-to-video', { status: 400, body: refusal });
      writeFileSync(path('spoken.wav'), Buffer.concat([makeTone(), Buffer.from([0, 0])]));
      writeFileSync(path('spoken.vtt'), 'WEBVTT\n\n00:00.000 --> 00:00.900\nGood morning.\n');
      await page.keyboard.press('Control+1');
      await dropFiles(page, [path('spoken.wav'), path('spoken.vtt')]);
      await expect(page.getByText('spoken.vtt')).toBeVisible();
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => bodies().length, { timeout: 60_000 }).toBe(names.length + 1);
      const spoken = bodies().at(-1) as { transcript: { words: { word: string }[] } };
      expect(spoken).toMatchObject({ displayName: 'spoken.wav', type: 'AUDIO' });
      expect(JSON.stringify(spoken.transcript)).toContain('morning');

      const given = words('drop.library.title');
      const done = async (): Promise<void> => {};
      const steps: FieldStep[] = [
        { path: 'displayName', control: given, seen: 'spoken.wav', set: done },
        { path: 'type', control: given, seen: 'AUDIO', set: done },
        { path: 'transcript', control: words('drop.recording.title'), seen: spoken.transcript, set: done },
      ];
      // What is sent to the library stays in it and is shown there.
      const leftOut = ['isTemporary', 'hideFromUi'];
      const paths = fieldPaths(createUploadSchema, ['transcript']).filter((each) => !leftOut.includes(each));
      addRows('upload', paths, steps, { least: bodies()[0], set: [spoken] });
      for (const type of types) addRow('upload', 'type', given, type, 'is needed');
    },
  );
});

test.afterAll(() => writeRows('files-fields'));

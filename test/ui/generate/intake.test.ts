import type { Page } from '@playwright/test';
import { drawScene } from '../support/draw-scene.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { sampleReturn } from '../support/fill-returns.ts';
import { expect, openPage, test } from '../support/page-test.ts';

interface Dropped {
  readonly name: string;
  readonly type: string;
  readonly body: string;
}

/** Drags files over the window and drops them. */
async function dragFiles(page: Page, files: readonly Dropped[], events: readonly string[]): Promise<void> {
  await page.evaluate(
    ({ dropped, names }) => {
      const transfer = new DataTransfer();
      for (const { name, type, body } of dropped) transfer.items.add(new File([body], name, { type }));
      for (const name of names) {
        const init = { dataTransfer: transfer, bubbles: true, cancelable: true };
        document.querySelector('main')?.dispatchEvent(new DragEvent(name, init));
      }
    },
    { dropped: files, names: events },
  );
}

const script = { name: 'harbour.md', type: 'text/markdown', body: 'The gulls are up first.' };
const still = { name: 'quay.jpg', type: 'image/jpeg', body: 'pixels' };
const archive = { name: 'rushes.zip', type: 'application/zip', body: 'PK' };

test('a script dropped anywhere becomes the draft, and the one before it comes back by undo', async ({
  page,
  address,
}) => {
  await openPage(page, address);
  await page.getByRole('textbox', { name: 'Script' }).fill('An older draft.');
  await page.keyboard.press('Control+,');
  await dragFiles(page, [script], ['dragenter', 'dragover']);
  await expect(page.getByText('Drop to use as the script')).toBeVisible();
  await dragFiles(page, [script], ['drop']);
  await expect(page.getByText('Drop to use as the script')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Script' })).toHaveValue('The gulls are up first.');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Script' })).toHaveValue('An older draft.');
});

test('stills are added, reordered with the keyboard, removed and put back', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, address);
  const pictures = await Promise.all([0, 1, 2].map((seed) => drawScene(seed, 320, 180)));
  await page.keyboard.press('Control+o');
  await page.locator('input[type=file]').setInputFiles(
    pictures.map((buffer, index) => ({
      name: `still ${String(index + 1)}.jpg`,
      mimeType: 'image/jpeg',
      buffer,
    })),
  );
  const rows = page.getByRole('listitem').filter({ hasText: /still \d/ });
  await expect(rows).toHaveText([/still 1/, /still 2/, /still 3/]);
  await page.getByRole('button', { name: 'Remove still 3' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows).toHaveText([/still 3/, /still 1/, /still 2/]);
  await expect(page.getByText('still 3.jpg is now number 1 of 3')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Remove still 3' })).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(rows).toHaveText([/still 1/, /still 2/]);
  await page.locator('.toast', { hasText: 'removed' }).getByText('Undo').click();
  await expect(rows).toHaveText([/still 3/, /still 1/, /still 2/]);
  await page.getByRole('button', { name: 'Remove still 3' }).focus();
  for (const key of ['Delete', 'Enter']) {
    for (let presses = 0; presses < 3; presses += 1) await page.keyboard.down(key);
    await page.keyboard.up(key);
    await expect(rows).toHaveText([/still 1/, /still 2/]);
    await page.locator('.toast', { hasText: 'removed' }).last().getByText('Undo').click();
    await page.getByRole('button', { name: 'Remove still 3' }).focus();
  }
  await expect(rows).toHaveText([/still 3/, /still 1/, /still 2/]);

  await page.getByRole('textbox', { name: 'Script' }).fill('The gulls are up first.');
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(() => main.generations.requests)
    .toMatchObject([{ featuredMaterialIds: ['mat-grant-3', 'mat-grant-1', 'mat-grant-2'] }]);
});

test('of many files dropped at once every refused one is named, and the rest goes again by one undo', async ({
  page,
  address,
}) => {
  await openPage(page, address);
  const files = Array.from({ length: 8 }, (_, number) => ({
    name: `still ${String(number)}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(number % 2 === 0 ? 'pixels' : ''),
  }));
  await page.locator('input[type=file]').setInputFiles(files);
  const refusal = page.getByLabel('Notifications').getByRole('alert');
  await expect(refusal).toContainText('still 1.jpg, still 3.jpg, still 5.jpg, still 7.jpg');
  await expect(page.getByRole('listitem').filter({ hasText: /still \d/ })).toHaveCount(4);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: /still \d/ })).toHaveCount(0);
});

test('stills are reordered by dragging', async ({ page, address }) => {
  await openPage(page, address);
  await page
    .locator('input[type=file]')
    .setInputFiles(
      ['a.jpg', 'b.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer: Buffer.from('x') })),
    );
  const rows = page.getByRole('listitem').filter({ hasText: 'Still' });
  await expect(rows).toHaveText([/a\.jpg/, /b\.jpg/]);
  await rows.first().dragTo(rows.last());
  await expect(rows).toHaveText([/b\.jpg/, /a\.jpg/]);
});

test('a mixed drop is sorted, and what cannot be used is named', async ({ page, address }) => {
  await openPage(page, address);
  await dragFiles(page, [script, still, archive], ['dragenter', 'dragover', 'drop']);
  await expect(page.getByRole('textbox', { name: 'Script' })).toHaveValue('The gulls are up first.');
  await expect(page.getByRole('listitem').filter({ hasText: 'quay.jpg' })).toBeVisible();
  await expect(page.getByText(/^rushes\.zip cannot be used here/)).toBeVisible();
});

test('a file main refuses is named with what to do, and the others are taken', async ({ page, address }) => {
  await openPage(page, address);
  await dragFiles(page, [{ ...still, name: 'broken.jpg', body: '' }, still], ['drop']);
  await expect(page.getByText(/^broken\.jpg: This kind of file cannot be used/)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'quay.jpg' })).toBeVisible();
});

const voice = { name: 'voice.wav', type: 'audio/wav', body: 'RIFF' };

test('sound goes to the library from every screen, and the notice leads to it', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, `${address}/#/settings`);
  await dragFiles(page, [voice], ['dragenter', 'dragover']);
  await expect(page.getByText('Drop to upload to the library')).toBeVisible();
  await dragFiles(page, [voice, { ...voice, name: 'empty.wav', body: '' }], ['drop']);
  const notices = page.getByLabel('Notifications');
  await expect(notices.getByRole('status')).toContainText('Uploading “voice.wav”');
  await expect(notices.getByRole('alert')).toContainText('empty.wav: The file is empty');
  expect(main.calls.filter((name) => name === 'transfer.upload')).toHaveLength(2);
  await notices.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('grid').getByText('voice.wav')).toBeVisible();
});

test('stills dropped where they could mean two things are asked about, by keyboard too', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, `${address}/#/projects`);
  await dragFiles(page, [still], ['dragenter', 'dragover', 'drop']);
  const question = page.getByRole('dialog', { name: 'What should “quay.jpg” be used for?' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: /^Library/ })).toBeFocused();
  await page.screenshot({ path: 'test-results/screens/drop-choice.png' });
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect.poll(() => main.calls).toContain('transfer.upload');
  await dragFiles(page, [still], ['drop']);
  await question.getByRole('button', { name: /^Next generation/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'quay.jpg' })).toBeVisible();
});

test('while stills are dragged each use has a place to drop on', async ({ page, address, main }) => {
  await openPage(page, address);
  await dragFiles(page, [still], ['dragenter', 'dragover']);
  await expect(page.getByText('Drop for the next generation')).toBeVisible();
  await page.screenshot({ path: 'test-results/screens/drop-targets.png' });
  await page.getByText('Drop for the library').evaluate((well) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['pixels'], 'quay.jpg', { type: 'image/jpeg' }));
    const init = { dataTransfer: transfer, bubbles: true, cancelable: true };
    well.dispatchEvent(new DragEvent('dragenter', init));
    well.dispatchEvent(new DragEvent('drop', init));
  });
  await expect(page.getByText('Drop for the library')).toHaveCount(0);
  await expect.poll(() => main.calls).toContain('transfer.upload');
  expect(main.calls).not.toContain('material.add');
});

test('a timeline dropped anywhere is shown in Returns, and one of no version says what to do', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, address);
  const timelines = ['fcpxml', 'xml', 'otio', 'edl', 'kdenlive', 'mlt', 'srt'].map((ending) => ({
    name: `cut.${ending}`,
    type: '',
    body: 'A cut.',
  }));
  const notices = page.getByLabel('Notifications');
  for (const timeline of timelines.slice(0, -1)) {
    await dragFiles(page, [timeline], ['drop']);
    await expect(notices).toContainText(
      `${timeline.name}: This file belongs to no version Dailies delivered`,
    );
    await notices.getByRole('button', { name: 'Dismiss' }).click();
  }
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Returns');
  main.returns.taken = sampleReturn({ path: '/home/user/Desktop/cut.fcpxml', fileName: 'cut.fcpxml' });
  await dragFiles(page, timelines, ['drop']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Returns');
  await expect(notices).toContainText('7 files are shown in Returns. They stay where they are.');
  const inspector = page.getByRole('complementary', { name: 'Harbour lights' });
  await expect(inspector.locator('.summary li').first()).toHaveText('Scene 3 removed');
});

test('a movie may be for Returns, by its own place to drop on and in the question', async ({
  page,
  address,
  main,
}) => {
  const movie = { name: 'Harbour_lights_v001 final.mp4', type: 'video/mp4', body: 'pixels' };
  main.returns.taken = sampleReturn({ kind: 'movie', editor: 'movie', fileName: movie.name });
  await openPage(page, `${address}/#/projects`);
  await dragFiles(page, [movie], ['dragenter', 'dragover']);
  await expect(page.getByText('Drop for Returns')).toBeVisible();
  await page.screenshot({ path: 'test-results/screens/drop-movie.png' });
  await dragFiles(page, [movie], ['drop']);
  await page
    .getByRole('dialog', { name: /What should/ })
    .getByRole('button', { name: /^Returns/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Returns');
  expect(main.calls).not.toContain('transfer.upload');
});

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test(`of a mixed drop no refusal is lost, whatever is said after it, ${colorScheme}`, async ({
      page,
      address,
    }) => {
      await openPage(page, address);
      const dropped = ['notes.doc', 'cut.fcpxml', 'lone.srt', 'script.txt', 'other.md'];
      await dragFiles(
        page,
        dropped.map((name) => ({ name, type: '', body: 'Boats come in.' })),
        ['drop'],
      );
      const notices = page.getByLabel('Notifications');
      await expect(notices).toContainText('2 rows read: 2 scripts');
      await expect(notices.locator('.toast')).toHaveCount(2);
      await page.screenshot({
        path: `test-results/intake/notices-${colorScheme}.png`,
        animations: 'disabled',
      });
      await notices.getByText('2 more · Details').click();
      for (const refused of [
        'notes.doc cannot be used here',
        'cut.fcpxml: This file belongs to no version',
        '“lone.srt” is a caption file',
      ])
        await expect(notices.getByText(refused)).toBeVisible();
      await expectAccessible(page);
      await page.screenshot({
        path: `test-results/intake/notices-open-${colorScheme}.png`,
        animations: 'disabled',
      });
      const [main, status, first, last] = await Promise.all(
        [
          page.locator('main'),
          page.getByRole('contentinfo'),
          notices.locator('.toast').first(),
          notices.locator('.toast').last(),
        ].map((part) => part.evaluate((each) => each.getBoundingClientRect().toJSON() as DOMRect)),
      );
      if (!main || !status || !first || !last) throw new Error('There are four.');
      expect(first.left + first.right).toBeCloseTo(main.left + main.right, 0);
      expect(main.bottom).toBe(status.top);
      expect(last.bottom).toBeLessThanOrEqual(status.top);
      const dismiss = notices.locator('.toast[role=alert] > .line').getByRole('button', { name: 'Dismiss' });
      for (let left = 3; left > 0; left -= 1) await dismiss.press('Enter');
      await expect(notices.getByRole('alert')).toHaveCount(0);
    });
  });
}

for (const name of ['lone.srt', 'lone.vtt']) {
  test(`captions alone, ${name}, are named as what they are and what to drop with them`, async ({
    page,
    address,
  }) => {
    await openPage(page, address);
    await dragFiles(page, [{ name, type: '', body: '1' }], ['drop']);
    await expect(page.getByText(`“${name}” is a caption file`)).toBeVisible();
    await expect(page.getByLabel('Notifications')).not.toContainText('timeline');
  });
}

test('captions beside media are not taken for a timeline, and promise nothing where they cannot be found', async ({
  page,
  address,
}) => {
  await openPage(page, `${address}/#/settings`);
  await dragFiles(page, [voice, { name: 'voice.srt', type: '', body: '1' }], ['drop']);
  const notices = page.getByLabel('Notifications');
  await expect(notices).toContainText('Uploading “voice.wav”');
  await expect(notices).not.toContainText(/transcript|timeline/);
});

test('files are pasted anywhere but into text', async ({ page, address, main }) => {
  await openPage(page, `${address}/#/projects`);
  await page.keyboard.press('Control+j');
  const paste = (selector: string) =>
    page.locator(selector).evaluate((target) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['RIFF'], 'pasted.wav', { type: 'audio/wav' }));
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
  await paste('input[aria-label="Search jobs and transfers"]');
  await paste('h1');
  await expect(page.getByRole('grid').getByText('pasted.wav')).toBeVisible();
  expect(main.calls.filter((name) => name === 'transfer.upload')).toHaveLength(1);
});

test('a file opened with the app is used like a dropped one, and a link shows its project or says why not', async ({
  page,
  address,
  main,
}) => {
  const grantOf = (displayName: string, body = 'content') =>
    main.grantFile({ displayName, body: Buffer.from(body) });
  const files = ['harbour.md', 'cut.fcpxml'].map((displayName) => ({
    displayName,
    fileGrant: grantOf(displayName, 'The gulls are up first.'),
  }));
  main.returns.taken = sampleReturn();
  // The files wait until the page is ready.
  main.open({ kind: 'files', files });
  await openPage(page, address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Returns');
  await page.keyboard.press('Control+1');
  await expect(page.getByRole('textbox', { name: 'Script' })).toHaveValue('The gulls are up first.');
  main.open({ kind: 'files', files: [{ displayName: 'cut.mp4', fileGrant: grantOf('cut.mp4') }] });
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /library/i })
    .click();
  await expect(page.getByText(/cut\.mp4/).first()).toBeVisible();

  const [project] = main.projects;
  const { projectId = '', title = '' } = project ?? {};
  main.open({ kind: 'project', projectId, connectionId: 'other', elsewhere: 'films.example' });
  await expect(page.getByText('The project is on another connection, films.example.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Generate');
  main.open({ kind: 'project', projectId, connectionId: 'local', elsewhere: null });
  await expect(page.getByRole('complementary', { name: title })).toBeVisible();
  const details = { reason: 'bad_link' };
  main.open({ kind: 'refused', error: { code: 'invalid_input', message: 'No link.', details } });
  await expect(page.getByText(/The link could not be followed\. Nothing was changed/)).toBeVisible();
  main.open({ kind: 'command', name: 'command.settings' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  main.open({ kind: 'connections' });
  await expect(page.getByRole('radio', { name: 'Connections' })).toBeChecked();
});

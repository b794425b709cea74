import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { removeScenes } from '../support/cut/your-cut.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openProjectTab, test } from '../support/page-test.ts';

async function finish(main: FakeMain): Promise<void> {
  await expect.poll(() => main.deliveries.list(null).some(({ state }) => state !== 'done')).toBe(true);
  main.deliveries.stepSize = 1;
  for (let steps = 0; steps < 6; steps += 1) main.step();
}

test('your cut is sent, or the project’s without your changes, and the version says whose it holds', async ({
  page,
  address,
  main,
}) => {
  await removeScenes(main, '2', '4');
  await openProjectTab(page, address, 'Deliver');
  const choice = page.getByRole('radiogroup', { name: 'Cut', exact: true });
  await expect(choice.getByRole('radio', { name: 'Your cut' })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send to editor' }).click();
  await finish(main);
  await expect(page.getByText('your cut', { exact: true })).toBeVisible();
  await choice.getByText('Without your 2 changes').click();
  await page.getByRole('button', { name: 'Send to editor' }).click();
  await finish(main);
  expect(main.deliveries.list(null).map(({ cutOrigin }) => cutOrigin?.editor ?? null)).toEqual([
    null,
    'dailies',
  ]);
});

test('one line below the scenes says that the cut was sent, and leads to the delivery', async ({
  page,
  address,
  main,
}) => {
  await openProjectTab(page, address, 'Scenes');
  await page.getByRole('button', { name: 'Send to editor' }).click();
  await finish(main);
  const [sent] = main.deliveries.list(null);
  await expect(page.getByText(sent?.folderName ?? '', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Watch', exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Watch', exact: true })).toBeVisible();
});

test('there is no choice of cuts before the first change', async ({ page, address }) => {
  await openProjectTab(page, address, 'Deliver');
  await expect(page.getByRole('button', { name: 'Send to editor' })).toBeVisible();
  await expect(page.getByText('Your cut')).toBeHidden();
});

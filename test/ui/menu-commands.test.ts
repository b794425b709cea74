import { expect, openPage, test } from './support/page-test.ts';

test.use({ fakeMain: { capabilities: { desktop: true } } });

test('the menus of the system know what can be done on the page, and what is on', async ({
  page,
  address,
  main,
}) => {
  const state = (name: string): string => {
    const found = main.menus.commands.find((each) => each.name === name);
    return found ? `${found.isEnabled ? 'on' : 'off'}${found.isChecked ? ', checked' : ''}` : 'none';
  };
  const states = (...names: readonly string[]) => expect.poll(() => names.map(state));
  await openPage(page, address);
  await states('command.clear', 'player.toggle', 'command.themeSystem').toEqual([
    'off',
    'none',
    'on, checked',
  ]);
  await page.getByRole('textbox', { name: 'Script' }).fill('The gulls are up first.');
  await states('command.clear').toEqual(['on']);

  await page.goto(`${address}/#/projects/${main.projects[0]?.projectId ?? ''}`);
  await states('command.clear', 'player.loop').toEqual(['none', 'on']);
  main.open({ kind: 'command', name: 'player.loop' });
  await states('player.loop').toEqual(['on, checked']);
  main.open({ kind: 'command', name: 'command.themeDark' });
  await states('command.themeSystem', 'command.themeDark').toEqual(['on', 'on, checked']);
});

test('a command chosen in a menu rests while a dialog is open, as its keys do', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, address);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  main.open({ kind: 'command', name: 'command.settings' });
  // The page handles commands in order. When this one has closed the list, the previous one was handled too.
  main.open({ kind: 'command', name: 'command.palette' });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Generate');
  main.open({ kind: 'command', name: 'command.settings' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
});

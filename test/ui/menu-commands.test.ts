import type { CommandName } from '../../src-shared/contract/app/command.ts';
import { test } from './support/composed-app.ts';
import { expect, goTo, openPage } from './support/page-test.ts';

// A project has no poster until its movie is rendered.
test.use({ toleratedComplaints: /status of 404/, ports: { setLoginItem: () => Promise.resolve() } });

test('the menus of the system know what can be done on the page, and what is on', async ({
  page,
  address,
  app: { services },
  service,
}) => {
  const state = (name: CommandName): string => {
    const found = services.commandStates.get(name);
    return found ? `${found.isEnabled ? 'on' : 'off'}${found.isChecked ? ', checked' : ''}` : 'none';
  };
  const states = (...names: readonly CommandName[]) => expect.poll(() => names.map(state));
  await openPage(page, address);
  await states('command.clear', 'player.toggle', 'command.themeSystem').toEqual([
    'off',
    'none',
    'on, checked',
  ]);
  await page.getByRole('textbox', { name: 'Script' }).fill('The gulls are up first.');
  await states('command.clear').toEqual(['on']);

  await goTo(page, `#/projects/${service.addProject()}`);
  await states('command.clear', 'player.loop').toEqual(['none', 'on']);
  services.openings.add({ kind: 'command', name: 'player.loop' });
  await states('player.loop').toEqual(['on, checked']);
  services.openings.add({ kind: 'command', name: 'command.themeDark' });
  await states('command.themeSystem', 'command.themeDark').toEqual(['on', 'on, checked']);
});

test('a command chosen in a menu rests while a dialog is open, as its keys do', async ({
  page,
  address,
  app: {
    services: { openings },
  },
}) => {
  await openPage(page, address);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  openings.add({ kind: 'command', name: 'command.settings' });
  // The page handles commands in order. When this one has closed the list, the previous one was handled too.
  openings.add({ kind: 'command', name: 'command.palette' });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Generate');
  openings.add({ kind: 'command', name: 'command.settings' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
});

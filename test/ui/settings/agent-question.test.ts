import { test } from '../support/composed-app.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage } from '../support/page-test.ts';

const command = '/usr/lib/dailies/resources/bin/dailies';
test.use({ composed: { agentProgram: { command, args: ['mcp'] } } });

test('the question of an agent says what it does, and is answered by keys alone', async ({
  page,
  address,
  app: {
    services: { agentQuestions },
  },
}) => {
  const answers: Promise<{ isAllowed: boolean }>[] = [];
  const ask = (): void => {
    const what = 'generate script: Makes videos from scripts\nsources: ["/home/editor/scripts/harbour.md"]';
    answers.push(agentQuestions.ask({ leaves: ['costs', 'write'], what }));
  };
  await openPage(page, `${address}#/projects`);
  await expect(ask, 'a page can be asked').toPass();
  ask();
  const dialog = page.getByRole('dialog', { name: 'Let an agent do this?' });
  await expect(dialog).toContainText('It costs credits.');
  await expect(dialog).toContainText('/home/editor/scripts/harbour.md');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Allow' }).focus();
  await page.keyboard.press('Enter');
  expect(await answers[0]).toEqual({ isAllowed: true });
  await expect(
    dialog.getByRole('button', { name: 'Refuse' }),
    'the next begins at the safe button',
  ).toBeFocused();
  await page.keyboard.press('Escape');
  expect(await answers[1]).toEqual({ isAllowed: false });
  await expect(dialog).toHaveCount(0);
});

test('The settings set up an agent by a bundle, and have the text for the configuration of others', async ({
  page,
  address,
  platform,
}) => {
  await openPage(page, `${address}#/settings`);
  const section = page.getByRole('region', { name: 'Agents' });
  const text = await section.locator('pre').innerText();
  expect(JSON.parse(text)).toEqual({ mcpServers: { dailies: { command, args: ['mcp'] } } });
  await section.getByRole('button', { name: 'Set up an agent…' }).click();
  await expect(section.getByText('dailies.mcpb')).toBeVisible();
  expect(platform.opened).toHaveLength(1);
  await expectAccessible(page);
});

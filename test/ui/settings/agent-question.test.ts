import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage, test } from '../support/page-test.ts';

const question = {
  questionId: 'q1',
  leaves: ['costs', 'write'] as ('costs' | 'write')[],
  what: 'generate script: Makes videos from scripts\nsources: ["/home/editor/scripts/harbour.md"]',
};

test('the question of an agent says what it does, and is answered by keys alone', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, `${address}/#/projects`);
  main.ask([question, { ...question, questionId: 'q2' }]);
  const dialog = page.getByRole('dialog', { name: 'Let an agent do this?' });
  await expect(dialog).toContainText('It costs credits.');
  await expect(dialog).toContainText('/home/editor/scripts/harbour.md');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Allow' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => main.agentAnswers).toEqual([{ questionId: 'q1', isAllowed: true }]);
  await expect(
    dialog.getByRole('button', { name: 'Refuse' }),
    'the next begins at the safe button',
  ).toBeFocused();
  await page.keyboard.press('Escape');
  await expect.poll(() => main.agentAnswers[1]).toEqual({ questionId: 'q2', isAllowed: false });
  await expect(dialog).toHaveCount(0);
});

test('The settings set up an agent by a bundle, and have the text for the configuration of others', async ({
  page,
  address,
}) => {
  await openPage(page, `${address}/#/settings`);
  const section = page.getByRole('region', { name: 'Agents' });
  const text = await section.locator('pre').innerText();
  expect(JSON.parse(text)).toEqual({
    mcpServers: { dailies: { command: '/usr/lib/dailies/resources/bin/dailies', args: ['mcp'] } },
  });
  await section.getByRole('button', { name: 'Set up an agent…' }).click();
  await expect(section.getByText('dailies.mcpb')).toBeVisible();
  await expectAccessible(page);
});

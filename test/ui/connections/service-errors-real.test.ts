import { expect, type Page } from '@playwright/test';
import { callMain } from '../support/call-main.ts';
import { goTo, openPage } from '../support/page-test.ts';
import { testWithScripted as test, useService } from '../support/scripted-service.ts';

test.describe.configure({ timeout: 300_000 });
// The service refuses and goes away on purpose.
test.use({
  toleratedComplaints: /net::ERR_|status of (?:404|502)/,
  viewport: { width: 1440, height: 900 },
  actionTimeout: 20_000,
});

interface Told {
  readonly status: number;
  readonly code: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly requirement?: string;
  /** What the card says, without the service's own words. */
  readonly says: readonly string[];
  /** True if the card gives the service's own words, too. */
  readonly isQuoted: boolean;
}

const refused = ['The service refused this', 'Change your options and try again.'];
const toBuy = 'on the website of the service, then try again.';

/** Answers of the specification (§7), and what the user is told to do. Nothing is asked after the limit. */
const answers: readonly Told[] = [
  { status: 400, code: 'invalid_request', says: refused, isQuoted: true },
  { status: 400, code: 'invalid_parameters', says: refused, isQuoted: true },
  {
    status: 403,
    code: 'not_authorized',
    says: ['Your account does not have permission for this', 'Ask whoever manages the account'],
    isQuoted: true,
  },
  {
    status: 403,
    code: 'not_authorized',
    requirement: 'upgrade_plan',
    says: ['Needs a higher plan', `Upgrade the plan of your team ${toBuy}`],
    isQuoted: true,
  },
  {
    status: 403,
    code: 'not_authorized',
    requirement: 'purchase_add_on',
    says: ['Needs an add-on', `Buy the add-on for your team ${toBuy}`],
    isQuoted: true,
  },
  {
    status: 404,
    code: 'not_found',
    says: ['This no longer exists', 'Choose it again from the list.'],
    isQuoted: false,
  },
  {
    status: 409,
    code: 'conflict',
    says: ['This changed in the meantime', 'Check its current state and try again.'],
    isQuoted: true,
  },
  {
    status: 429,
    code: 'insufficient_credits',
    requirement: 'upgrade_plan',
    says: ['Not enough credits', 'Add credits to the account, or ask for less'],
    isQuoted: true,
  },
  { status: 500, code: 'internal_error', says: ['Service error', 'Try again in a minute.'], isQuoted: true },
  {
    status: 429,
    code: 'rate_limited',
    headers: { 'retry-after': '600' },
    says: ['The request limit is used up', 'Wait 10 minutes and try again.'],
    isQuoted: false,
  },
];

const refusedKey: Told = {
  status: 401,
  code: 'invalid_api_key',
  says: ['The credential was not accepted', 'Sign in again, or replace the API key.'],
  isQuoted: false,
};

function scriptedAnswer({ status, code, headers, requirement }: Told) {
  const message = `Said with ${code}.`;
  const body = { message, code, ...(requirement !== undefined && { requirement: { type: requirement } }) };
  return { status, body, ...(headers && { headers }) };
}

test('each answer with which the service refuses a text is told with what to do', async ({
  page,
  address,
  hosted,
  service,
}) => {
  await openPage(page, address);
  await useService(page, service, hosted.makeKey());
  await page.getByRole('textbox', { name: 'Script', exact: true }).fill('The ferry leaves at dawn.');
  await page.getByRole('button', { name: 'Write', exact: true }).first().click();
  const pane = page.getByRole('region', { name: 'Writing help' });
  service.script('POST /v1/text/generate', scriptedAnswer(answers[0] as Told));
  await page.getByRole('menuitem', { name: 'Titles' }).click();
  const card = pane.getByRole('alert');
  for (const [index, told] of answers.entries()) {
    await test.step(`${String(told.status)} ${told.code} ${told.requirement ?? ''}`, async () => {
      service.script('POST /v1/text/generate', scriptedAnswer(told));
      if (index > 0) await pane.getByRole('button', { name: 'Again' }).click();
      for (const words of told.says) await expect.soft(card).toContainText(words, { timeout: 30_000 });
      const quoted = expect.soft(card);
      await (told.isQuoted ? quoted : quoted.not).toContainText(`The service says: Said with ${told.code}.`);
      const name = `${String(told.status)}-${told.code}-${told.requirement ?? 'plain'}`;
      await page.screenshot({ path: `test-results/service-errors/${name}.png` });
    });
  }
});

async function chooseImage(page: Page): Promise<void> {
  await page.keyboard.press('Control+1');
  await page.getByRole('radiogroup', { name: 'What is made' }).getByText('Asset').click();
  await page.getByRole('radiogroup', { name: 'Kind of asset' }).getByText('Image', { exact: true }).click();
}

async function make(page: Page, words: string): Promise<void> {
  await page.getByLabel('Description', { exact: true }).fill(words);
  await page.getByRole('button', { name: 'Make', exact: true }).click();
}

const runOf = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words }).first();

test('a plan that is too small is told where it is missed and at the connection, and is remembered; a refused key is told', async ({
  page,
  address,
  hosted,
  service,
}) => {
  await openPage(page, address);
  await useService(page, service, hosted.makeKey());
  const start = 'POST /v1/tools/generate-image';
  const [plan] = answers.filter(({ requirement }) => requirement === 'upgrade_plan');
  service.script(start, scriptedAnswer(plan as Told));
  await chooseImage(page);
  await make(page, 'Lamps');
  const needs = 'Needs a higher plan';
  await expect(runOf(page, 'Lamps').getByRole('alert')).toContainText(needs);
  await expect(runOf(page, 'Lamps')).toContainText('The service says: Said with not_authorized.');
  await make(page, 'Gulls');
  await expect(runOf(page, 'Gulls').getByRole('alert')).toContainText(
    'The service said so before, so it was not asked again.',
  );
  expect(service.bodiesOf(start)).toHaveLength(1);
  await page.screenshot({ path: 'test-results/service-errors/tool-plan.png' });

  await goTo(page, '#/connections');
  await expect(page.getByRole('region', { name: 'Plan and credits' })).toContainText(needs);
  await page.screenshot({ path: 'test-results/service-errors/connection-plan.png' });

  await goTo(page, '#/developer');
  const endpoint = 'POST /v1/webhooks/endpoints';
  service.script(endpoint, scriptedAnswer(plan as Told));
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const form = page.getByRole('form', { name: 'Add endpoint' });
  await form.getByRole('textbox', { name: 'Address' }).fill('https://example.com/events');
  await form.getByRole('checkbox', { name: 'Files', exact: true }).check();
  await form.getByRole('button', { name: 'Create endpoint' }).click();
  await expect(form.getByRole('alert')).toContainText(needs);
  await expect(form.getByRole('textbox', { name: 'Address' })).not.toHaveAttribute('aria-invalid', 'true');
  await page.screenshot({ path: 'test-results/service-errors/webhook-plan.png' });

  service.script(endpoint, scriptedAnswer(refusedKey));
  await form.getByRole('button', { name: 'Create endpoint' }).click();
  for (const words of refusedKey.says) await expect(form.getByRole('alert')).toContainText(words);
  await expect(page.getByRole('region', { name: 'Work is waiting' })).toContainText(
    'does not accept the API key',
  );
});

test('an unreachable service is told on every screen, which goes on by itself once it answers', async ({
  page,
  address,
  hosted,
  service,
}) => {
  await openPage(page, address);
  const key = hosted.makeKey();
  await useService(page, service, key);
  await callMain(page, 'operation.call', {
    operation: 'createWebhookEndpoint',
    path: {},
    query: {},
    body: { url: 'http://127.0.0.1:9/events', events: ['file.upload.completed'] },
  });
  const unreachable = 'The service cannot be reached';
  const fault = page.locator('main').getByRole('alert').filter({ hasText: unreachable });
  const back = { timeout: 120_000 };
  await goTo(page, '#/library');
  await expect(page.getByText('The library is empty')).toBeVisible();

  await service.close();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(fault).toBeVisible();
  await page.getByRole('button', { name: 'Actors', exact: true }).click();
  await expect(fault).toBeVisible();
  await chooseImage(page);
  await make(page, 'Lamps');
  await expect(runOf(page, 'Lamps')).toContainText('Waiting');
  await page.getByRole('radiogroup', { name: 'What is made' }).getByText('Video').click();
  await page.getByRole('radio', { name: 'Chat' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Message to the assistant' }).fill('Hello');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Waiting', { exact: true })).toBeVisible();
  await page.screenshot({ path: 'test-results/service-errors/chat-offline.png' });
  await goTo(page, '#/developer');
  await expect(fault).toBeVisible();
  await page.screenshot({ path: 'test-results/service-errors/webhooks-offline.png' });

  await service.listen();
  await expect(page.getByRole('listitem').filter({ hasText: '127.0.0.1:9' })).toBeVisible(back);
  await expect(fault).toHaveCount(0);
  await page.keyboard.press('Control+1');
  await expect(page.getByRole('listitem', { name: 'Assistant' })).toBeVisible(back);
  await chooseImage(page);
  await expect(runOf(page, 'Lamps').getByRole('button', { name: 'Vary' })).toBeVisible(back);

  await goTo(page, '#/library');
  const actors = page.getByRole('listbox', { name: 'Actors' }).getByRole('option');
  await expect(actors.first()).toBeVisible();
  await service.close();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(fault).toBeVisible();
  await service.listen();
  await expect(fault).toHaveCount(0, back);
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await expect(page.getByRole('listbox', { name: 'Files of the library' }).getByRole('option')).toHaveCount(
    1,
  );
  await service.close();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(fault).toBeVisible();
  await page.screenshot({ path: 'test-results/service-errors/library-offline.png' });
  await service.listen();
  await expect(fault).toHaveCount(0, back);
});

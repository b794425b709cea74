import { AppError } from '../../../src-shared/app-error.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test('a proxy and further authorities are set by hand, and a test says in words what fails', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, `${address}/#/settings`);
  const section = page.getByRole('region', { name: 'Network' });
  await section.getByText('Manual', { exact: true }).click();
  const proxy = section.getByRole('textbox', { name: 'Proxy address' });
  await proxy.fill('proxy');
  await page.keyboard.press('Enter');
  await expect(section.getByRole('alert')).toContainText('Enter an address such as http://proxy.example');
  expect(main.network.network.mode).toBe('system');
  await proxy.fill('http://10.0.0.5:3128');
  await section.getByRole('textbox', { name: 'User name' }).fill('mira');
  await section.getByLabel('Password').fill('secret');
  await section.getByRole('button', { name: 'Use this proxy' }).click();
  await expect(section.getByText('A password is saved. Leave this empty to keep it.')).toBeVisible();
  await expect(section.getByLabel('Password')).toHaveValue('');
  expect(main.network.network).toMatchObject({
    mode: 'manual',
    address: 'http://10.0.0.5:3128',
    user: 'mira',
  });
  expect(main.network.password).toBe('secret');

  const file = section.getByLabel('Additional certificate authorities');
  const choose = (text: string) =>
    file.setInputFiles({ name: 'ca.pem', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await choose('a letter');
  await expect(section.getByRole('alert')).toContainText('no certificate in PEM form');
  await choose('-----BEGIN CERTIFICATE-----');
  await expect(section.getByText('Studio Root CA')).toBeVisible();
  await expect(section.getByText(/valid until .*2034/)).toBeVisible();

  const testIt = section.getByRole('button', { name: 'Test connection' });
  const failWith = (reason: string): void => {
    main.failNext('network.test', new AppError('service_unreachable', reason, { details: { reason } }));
  };
  for (const [reason, words] of [
    ['proxy_unreachable', 'The proxy cannot be reached'],
    ['proxy_credentials', 'The proxy asks for a user name and password'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The server’s certificate is not trusted'],
  ] as const) {
    failWith(reason);
    await testIt.click();
    await expect(section.getByText(words)).toBeVisible();
  }
  await expectAccessible(page);
  await section.getByRole('heading', { name: 'Network' }).evaluate((heading) => {
    heading.scrollIntoView();
  });
  await page.screenshot({ path: 'test-results/connections/settings-network.png' });
  main.network.answer = { host: 'api.example.com', proxy: '10.0.0.5:3128' };
  await testIt.click();
  await expect(section.getByText('api.example.com answers through the proxy 10.0.0.5:3128.')).toBeVisible();
  await section.getByText('No proxy', { exact: true }).click();
  await expect.poll(() => main.network.network.mode).toBe('none');
  await expect(proxy).toHaveCount(0);
});

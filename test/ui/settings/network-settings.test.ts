import { ConnectProxy } from '../../fakes/connect-proxy.ts';
import { serveSelfSigned } from '../../fakes/self-signed.ts';
import { test } from '../support/composed-app.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage } from '../support/page-test.ts';

test.use({ composed: { suggestedServiceUrl: 'https://service.example/' } });

test('a proxy and further authorities are set by hand, and a test says in words what fails', async ({
  page,
  address,
  app,
  platform,
}) => {
  const { port, pem } = await serveSelfSigned();
  const authorization = `Basic ${Buffer.from('mira:secret').toString('base64')}`;
  const { host } = await ConnectProxy.start({ targetPort: port, authorization });
  await openPage(page, `${address}#/settings`);
  const section = page.getByRole('region', { name: 'Network' });
  await section.getByText('Manual', { exact: true }).click();
  const proxy = section.getByRole('textbox', { name: 'Proxy address' });
  const useIt = section.getByRole('button', { name: 'Use this proxy' });
  const testIt = section.getByRole('button', { name: 'Test connection' });
  await proxy.fill('a proxy');
  await page.keyboard.press('Enter');
  await expect(section.getByRole('alert')).toContainText('Enter an address such as http://proxy.example');
  expect(app.services.network.get().mode).toBe('system');

  await proxy.fill('127.0.0.1:1');
  await useIt.click();
  await expect.poll(() => app.services.network.get().address).toBe('http://127.0.0.1:1');
  await testIt.click();
  await expect(section.getByText('The proxy cannot be reached')).toBeVisible();
  await proxy.fill(`http://${host}`);
  await useIt.click();
  await expect.poll(() => app.services.network.get().address).toBe(`http://${host}`);
  await testIt.click();
  await expect(section.getByText('The proxy asks for a user name and password')).toBeVisible();
  await section.getByRole('textbox', { name: 'User name' }).fill('mira');
  await section.getByLabel('Password').fill('secret');
  await useIt.click();
  await expect(section.getByText('A password is saved. Leave this empty to keep it.')).toBeVisible();
  await expect(section.getByLabel('Password')).toHaveValue('');
  expect(app.services.network.get()).toMatchObject({ mode: 'manual', user: 'mira' });
  expect(await platform.secrets.get('proxy:password')).toBe('secret');
  await testIt.click();
  await expect(section.getByText('The server’s certificate is not trusted')).toBeVisible();

  const file = section.getByLabel('Additional certificate authorities');
  const choose = (text: string) =>
    file.setInputFiles({ name: 'ca.pem', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await choose('a letter');
  await expect(section.getByRole('alert').filter({ hasText: 'no certificate in PEM form' })).toBeVisible();
  await choose(pem);
  await expect(section.getByText('Studio Root CA')).toBeVisible();
  await expect(section.getByText(/valid until .*\d{4}/)).toBeVisible();
  await expectAccessible(page);
  await section.getByRole('heading', { name: 'Network' }).evaluate((heading) => {
    heading.scrollIntoView();
  });
  await page.screenshot({ path: 'test-results/connections/settings-network.png' });
  await testIt.click();
  await expect(section.getByText(`service.example answers through the proxy ${host}.`)).toBeVisible();
  await section.getByText('No proxy', { exact: true }).click();
  await expect.poll(() => app.services.network.get().mode).toBe('none');
  await expect(proxy).toHaveCount(0);
});

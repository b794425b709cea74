import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { findProxy } from '../../../../src-main/api/http/proxy.ts';
import { NetworkSettings } from '../../../../src-main/connections/network/network-settings.ts';
import { MemorySecretStore } from '../../../../src-main/hosts/node/memory-secret-store.ts';
import { createSystemClock } from '../../../../src-main/hosts/node/system-clock.ts';
import { SettingsRepository } from '../../../../src-main/state/settings-repository.ts';
import { TransferEngine } from '../../../../src-main/transfers/engine/transfer-engine.ts';
import { AppError } from '../../../../src-shared/app-error.ts';
import type { ProxyChange } from '../../../../src-shared/contract/app/network.ts';
import { ConnectProxy } from '../../../fakes/connect-proxy.ts';
import { KeptLog, openStore } from '../../../fakes/main-fixture.ts';
import { serveSelfSigned } from '../../../fakes/self-signed.ts';

const service = 'https://service.example/';
const none: ProxyChange = { mode: 'none', address: '', user: '', pacAddress: '' };
const log = new KeptLog();

async function open(
  resolveProxy: ((target: URL, pacAddress: string | null) => Promise<string>) | null = null,
) {
  const repository = new SettingsRepository({ state: await openStore() });
  const deps = { repository, secrets: new MemorySecretStore(), log, resolveProxy };
  const begin = (): NetworkSettings => {
    const settings = new NetworkSettings(deps);
    settings.start();
    onTestFinished(() => {
      settings.dispose();
    });
    return settings;
  };
  return { settings: begin(), begin, ...deps };
}

test('API and storage use the proxy and the authorities of the settings at once, and say what fails', async () => {
  const { port, pem } = await serveSelfSigned();
  const authorization = `Basic ${Buffer.from('mira:pass:word').toString('base64')}`;
  const proxy = await ConnectProxy.start({ targetPort: port, authorization });
  const { settings, begin, repository } = await open();
  const engine = new TransferEngine({ clock: createSystemClock(), log });
  onTestFinished(() => engine.dispose());
  const download = async (): Promise<unknown> => {
    const target = { url: `${service}file`, trustedOrigin: 'https://service.example' };
    const answer = await engine
      .fetch(target, {}, new AbortController().signal)
      .catch((error: unknown) => error);
    if (!(answer instanceof Error)) (answer as { task: { stop: () => void } }).task.stop();
    return answer;
  };
  const failure = (reason: string) =>
    expect.objectContaining({
      code: 'service_unreachable',
      details: expect.objectContaining({ reason }) as unknown,
    }) as unknown;
  const expectFailure = async (reason: string): Promise<void> => {
    expect(await settings.test(service).catch((error: unknown) => error)).toEqual(failure(reason));
    expect(await download()).toEqual(failure(reason));
  };

  const manual: ProxyChange = { ...none, mode: 'manual', address: ` ${proxy.host} `, user: 'mira' };
  await settings.setProxy({ ...manual, address: '127.0.0.1:1' });
  await expectFailure('proxy_unreachable');
  expect(await settings.setProxy(manual)).toMatchObject({ address: `http://${proxy.host}` });
  await expectFailure('proxy_credentials');
  expect(await settings.setProxy({ ...manual, password: 'pass:word' })).toMatchObject({ hasPassword: true });
  await expectFailure('DEPTH_ZERO_SELF_SIGNED_CERT');
  expect(settings.setAuthorities(pem).authorities).toEqual([
    { name: 'Studio Root CA', validTo: expect.any(Number) as unknown },
  ]);
  expect(await settings.test(service)).toEqual({ host: 'service.example', proxy: proxy.host });
  expect(await download()).toMatchObject({ status: 200 });
  const kept = JSON.stringify(repository.read('network', z.unknown()));
  expect(kept).not.toContain('pass:word');
  expect(kept).not.toContain('PRIVATE KEY');

  settings.dispose();
  const afterRestart = begin();
  expect(await afterRestart.test(service)).toEqual({ host: 'service.example', proxy: proxy.host });
  for (const here of ['http://127.0.0.1:4000/', 'https://localhost/', 'https://[::1]/'])
    expect(await findProxy(new URL(here))).toBeNull();
  await afterRestart.setProxy(none);
  expect(await findProxy(new URL(service))).toBeNull();
  expect(await afterRestart.test(null)).toEqual({ host: null, proxy: null });
});

test('a wrong address or certificate is refused and changes nothing', async () => {
  const { settings } = await open();
  const before = settings.get();
  const reasonOf = async (work: () => unknown): Promise<unknown> => {
    try {
      await work();
    } catch (error) {
      if (error instanceof AppError) return error.details['reason'];
    }
    return null;
  };
  for (const address of ['', 'socks5://proxy:1080', 'http://user:word@proxy', 'http://proxy/path', 'a b'])
    expect(await reasonOf(() => settings.setProxy({ ...none, mode: 'manual', address }))).toBe(
      'proxy_address',
    );
  for (const pacAddress of ['', 'wpad', 'file:///etc/proxy.pac'])
    expect(await reasonOf(() => settings.setProxy({ ...none, mode: 'pac', pacAddress }))).toBe('pac_address');
  const notOne = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
  for (const pem of ['', 'hello', notOne])
    expect(await reasonOf(() => settings.setAuthorities(pem))).toBe('no_certificate');
  expect(settings.get()).toEqual(before);
});

test('the system or a script is asked for each address where the host can', async () => {
  const answers = [
    'PROXY one.example:3128; DIRECT',
    'DIRECT',
    'SOCKS5 a:1; HTTPS two.example:443',
    'SOCKS a:1',
  ];
  const asked: unknown[] = [];
  const { settings } = await open((target, pacAddress) => {
    asked.push([target.host, pacAddress]);
    return Promise.resolve(answers.shift() ?? '');
  });
  const found = async (): Promise<unknown> => (await findProxy(new URL(service)))?.href ?? null;
  expect([await found(), await found()]).toEqual(['http://one.example:3128/', null]);
  await settings.setProxy({ ...none, mode: 'pac', pacAddress: 'http://pac.example/proxy.pac' });
  expect(await found()).toBe('https://two.example/');
  await expect(found()).rejects.toMatchObject({ details: { reason: 'proxy_unusable' } });
  const [bySystem, byScript] = [null, 'http://pac.example/proxy.pac'].map((pac) => ['service.example', pac]);
  expect(asked).toEqual([bySystem, bySystem, byScript, byScript]);
});

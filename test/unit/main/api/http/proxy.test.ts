import { expect, test } from 'vitest';
import { isInEnvironment, proxyFor } from '../../../../../src-main/api/http/proxy.ts';
import {
  createPublicLookup,
  refusePrivateName,
} from '../../../../../src-main/api/storage/private-addresses.ts';

const service = 'https://api.service.example/v1';

test.each([
  ['no variable', {}, null],
  ['an empty one', { HTTPS_PROXY: ' ' }, null],
  ['one', { HTTPS_PROXY: 'http://proxy.example:3128' }, 'http://proxy.example:3128/'],
  [
    'one in lower case before the other',
    { HTTPS_PROXY: 'http://upper', https_proxy: 'http://lower' },
    'http://lower/',
  ],
  ['an empty one in lower case', { HTTPS_PROXY: 'http://upper', https_proxy: '' }, 'http://upper/'],
  ['one for everything', { http_proxy: 'http://plain:80' }, 'http://plain/'],
  [
    'one for https before the one for everything',
    { HTTP_PROXY: 'http://a', HTTPS_PROXY: 'https://b' },
    'https://b/',
  ],
  ['one without a scheme', { HTTPS_PROXY: 'name:secret@proxy:8080' }, 'http://name:secret@proxy:8080/'],
])('%s leads to the proxy it names', (_name, environment, proxy) => {
  expect(proxyFor(new URL(service), environment)?.href ?? null).toBe(proxy);
});

test.each([
  ['*', service, true],
  ['other.example, service.example', service, true],
  ['.service.example', service, true],
  ['*.service.example', service, true],
  ['API.Service.Example', service, true],
  ['rvice.example', service, false],
  ['service.example.org', service, false],
  ['', service, false],
  ['service.example:443', service, true],
  ['service.example:8443', service, false],
  ['service.example:8443', 'https://service.example:8443/', true],
  ['10.1.2.3', 'https://10.1.2.3/', true],
  ['10.1.2', 'https://10.1.2.3/', false],
  ['2001:db8::1', 'https://[2001:db8::1]/', true],
  ['[2001:db8::1]:443', 'https://[2001:db8::1]/', true],
])('NO_PROXY=%s and %s', (list, url, isDirect) => {
  const environment = { HTTPS_PROXY: 'http://proxy.example', no_proxy: list };
  expect(proxyFor(new URL(url), environment) === null).toBe(isDirect);
});

test('requests to this computer never use a proxy', () => {
  const environment = { HTTPS_PROXY: 'http://proxy.example', HTTP_PROXY: 'http://proxy.example' };
  for (const url of ['http://127.0.0.1:4000/', 'https://localhost/', 'https://[::1]/'])
    expect(proxyFor(new URL(url), environment)).toBeNull();
});

test('the environment has a proxy where either spelling of a variable is not empty', () => {
  expect(isInEnvironment({ HTTPS_PROXY: '', https_proxy: 'http://proxy:3128' })).toBe(true);
  expect(isInEnvironment({ http_proxy: ' ', HTTP_PROXY: 'http://proxy:3128' })).toBe(true);
  expect(isInEnvironment({ HTTPS_PROXY: '', NO_PROXY: '*' })).toBe(false);
});

test.each(['socks5://proxy:1080', 'http://', 'not an address at all'])('"%s" is no proxy', (address) => {
  expect(() => proxyFor(new URL(service), { HTTPS_PROXY: address })).toThrow(
    expect.objectContaining({
      code: 'service_unreachable',
      details: expect.objectContaining({ reason: 'proxy_unusable' }),
    }),
  );
});

test('a name that is private here is refused behind a proxy, and one that is unknown here is not', async () => {
  const known = (address: string) =>
    createPublicLookup((_name, _options, callback) => {
      callback(null, [{ address, family: 4 }]);
    });
  const unknown = createPublicLookup((_name, _options, callback) => {
    callback(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }), []);
  });
  await expect(refusePrivateName('storage.example', known('10.0.0.1'))).rejects.toMatchObject({
    details: { reason: 'private_address' },
  });
  await refusePrivateName('storage.example', known('93.184.215.14'));
  await refusePrivateName('storage.example', unknown);
});

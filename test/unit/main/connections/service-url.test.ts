import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseServiceUrl } from '../../../../src-main/connections/service-url.ts';
import { readSuggestedAddress } from '../../../../src-main/connections/suggested-address.ts';
import { makeFolder } from '../../../fakes/main-fixture.ts';

test.each([
  ['https://api.example.com', 'https://api.example.com'],
  ['  api.example.com/ ', 'https://api.example.com'],
  ['https://api.example.com/v1/', 'https://api.example.com'],
  ['https://example.com/video/v1', 'https://example.com/video'],
  ['api.example.com:8443', 'https://api.example.com:8443'],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
  ['http://localhost:4010/', 'http://localhost:4010'],
  ['http://[::1]:4010', 'http://[::1]:4010'],
  ['HTTPS://API.Example.com', 'https://api.example.com'],
])('%s means %s', (text, url) => {
  expect(parseServiceUrl(text)).toBe(url);
});

test.each([
  ['', 'not_a_url'],
  ['two words', 'not_a_url'],
  ['ftp://example.com', 'not_encrypted'],
  ['file:///etc/passwd', 'not_a_url'],
  ['javascript://example.com/%0aalert(1)', 'not_encrypted'],
  ['http://example.com', 'not_encrypted'],
  ['http://127.0.0.1.example.com', 'not_encrypted'],
  ['https://user@example.com', 'has_extras'],
  ['https://:secret@example.com', 'has_extras'],
  ['https://example.com/#part', 'has_extras'],
  ['https://example.com/?key=1', 'has_extras'],
])('%s is refused as %s', (text, reason) => {
  expect(() => parseServiceUrl(text)).toThrow(
    expect.objectContaining({
      code: 'service_address_invalid',
      details: expect.objectContaining({ reason }) as unknown,
    }),
  );
});

test('an address with a password in it is refused without repeating it', () => {
  try {
    parseServiceUrl('https://:hunter2@example.com');
    expect.unreachable();
  } catch (error) {
    expect(JSON.stringify(error) + String(error)).not.toContain('hunter2');
  }
});

test('the address of a distributor is read from its file, and there is none without it', async () => {
  const path = join(await makeFolder(), 'service.json');
  expect(readSuggestedAddress(path)).toBeNull();
  await writeFile(path, '{"serviceUrl":"https://api.example.com/v1"}');
  expect(readSuggestedAddress(path)).toBe('https://api.example.com');
  await writeFile(path, '{"serviceUrl":"http://example.com"}');
  expect(() => readSuggestedAddress(path)).toThrow(
    expect.objectContaining({ code: 'service_address_invalid' }),
  );
  await writeFile(path, '{');
  expect(() => readSuggestedAddress(path)).toThrow(
    expect.objectContaining({ code: 'service_address_invalid' }),
  );
  expect(readSuggestedAddress(join(import.meta.dirname, '../../../../resources/service.json'))).toBeNull();
});

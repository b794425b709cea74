import { expect, test } from 'vitest';
import { loadLocale } from '../../../../src-renderer/i18n/load-locale.ts';
import english from '../../../../src-shared/i18n/locales/en.json' with { type: 'json' };
import { Messages } from '../../../../src-shared/i18n/messages.ts';

const messagesFor = async (search: string) =>
  new Messages(await loadLocale(search, 'en', ['de-DE', 'en-GB']));

test('counts take the form their number needs', async () => {
  const { text } = await messagesFor('');
  expect(text('status.running', { count: 1 })).toBe('1 running');
  expect(text('delivery.files', { count: 1 })).toBe('1 file');
  expect(text('delivery.files', { count: 11 })).toBe('11 files');
});

test('the long pseudo-locale adds four tenths and leaves values as they are', async () => {
  const { text } = await messagesFor('?locale=en-XA');
  expect(text('projects.noMatch', { query: 'harbour' })).toContain('harbour');
  const written = english['generate.text.script.placeholder'];
  expect(text('generate.text.script.placeholder').length).toBeGreaterThanOrEqual(written.length * 1.4);
});

test('from right to left, values are kept from tearing the sentence apart', async () => {
  const messages = await messagesFor('?locale=ar-XB');
  expect(messages.direction).toBe('rtl');
  expect(messages.text('folder.free', { size: '812 GB' })).toContain('\u2068812 GB\u2069');
});

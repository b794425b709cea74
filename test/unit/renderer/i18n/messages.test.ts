import { expect, test } from 'vitest';
import english from '../../../../src-renderer/i18n/en.json' with { type: 'json' };
import { loadLocale } from '../../../../src-renderer/i18n/load-locale.ts';
import { Messages } from '../../../../src-renderer/i18n/messages.ts';

const messagesFor = (search: string) => new Messages(loadLocale(search, ['de-DE', 'en-GB']));

test('every message of every locale can be read', () => {
  const any = new Proxy({}, { get: () => 1, ownKeys: () => [] }) as Record<string, number>;
  const names = [...JSON.stringify(english).matchAll(/\{(\w+)/g)].map((match) => match[1] ?? '');
  const values = Object.fromEntries(names.map((name) => [name, any[name] ?? 1]));
  for (const search of ['', '?locale=en-XA', '?locale=ar-XB']) {
    const { text } = messagesFor(search);
    for (const key of Object.keys(english)) {
      expect(text(key as keyof typeof english, values), key).not.toMatch(/[{}]/);
    }
  }
});

test('numbers and dates follow the first English the user reads', () => {
  expect(messagesFor('').languageTag).toBe('en-GB');
  expect(new Messages(loadLocale('', ['fr'])).languageTag).toBe('en-GB');
  expect(new Messages(loadLocale('', ['en-US'])).languageTag).toBe('en-US');
});

test('counts take the form their number needs', () => {
  const { text } = messagesFor('');
  expect(text('status.running', { count: 1 })).toBe('1 running');
  expect(text('delivery.files', { count: 1 })).toBe('1 file');
  expect(text('delivery.files', { count: 11 })).toBe('11 files');
});

test('the long pseudo-locale adds four tenths and leaves values as they are', () => {
  const { text } = messagesFor('?locale=en-XA');
  expect(text('projects.noMatch', { query: 'harbour' })).toContain('harbour');
  const written = english['generate.text.script.placeholder'];
  expect(text('generate.text.script.placeholder').length).toBeGreaterThanOrEqual(written.length * 1.4);
});

test('from right to left, values are kept from tearing the sentence apart', () => {
  const messages = messagesFor('?locale=ar-XB');
  expect(messages.direction).toBe('rtl');
  expect(messages.text('folder.free', { size: '812 GB' })).toContain('\u2068812 GB\u2069');
});

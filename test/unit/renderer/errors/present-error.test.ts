import { expect, test } from 'vitest';
import { errorCodes } from '../../../../src-shared/app-error.ts';
import { describeError, presentError } from '../../../../src-shared/i18n/present-error.ts';
import { englishMessages } from '../../../fakes/english-words.ts';

const words = englishMessages;

test.each(errorCodes)('%s says what happened, why, and what to do', (code) => {
  const shown = presentError({ code, message: 'for the log', details: {} }, words);
  for (const reported of [shown.title, shown.why, shown.fix]) {
    expect(reported).toMatch(/^[A-Z“].*[^{}]$/);
    expect(reported).not.toContain('for the log');
    expect(reported).not.toMatch(/something went wrong|oops|sorry|please/i);
  }
  expect(shown.title).not.toMatch(/[.!]$/);
  expect(shown.fix).toMatch(/\.$/);
});

test('no two errors have the same title', () => {
  const titles = errorCodes.map((code) => presentError({ code, message: '', details: {} }, words).title);
  expect(new Set(titles).size).toBe(errorCodes.length);
});

test('an error names the file, folder or host it is about', () => {
  const subjectOf = (details: Record<string, string | number>) =>
    presentError({ code: 'file_unreadable', message: '', details }, words).subject;
  expect(subjectOf({ path: '/mnt/a', fileName: 'quay.jpg' })).toBe('quay.jpg');
  expect(subjectOf({ host: '127.0.0.1:80' })).toBe('127.0.0.1:80');
  expect(subjectOf({ status: 500 })).toBeNull();
});

test('a limit the error carries is the one that is shown', () => {
  const whyOf = (details: Record<string, string | number>) =>
    presentError({ code: 'script_too_long', message: '', details }, words).why;
  expect(whyOf({ limit: 5_000 })).toContain('5,000 characters');
  expect(whyOf({})).toContain('100,000 characters');
  expect(whyOf({ limit: 'many' })).toContain('100,000 characters');
});

test.each([
  ['invalid_input', { reason: 'not_absolute' }, 'This is not a full path'],
  ['invalid_input', { reason: 'is_root' }, 'A whole drive cannot be the delivery folder'],
  ['file_unreadable', { reason: 'too_large' }, 'The file is too large'],
  ['file_unreadable', { reason: 'missing' }, 'The file cannot be found'],
  ['file_unreadable', { reason: 'locked' }, 'The file cannot be opened'],
  ['file_unreadable', { reason: 'EIO' }, 'The file cannot be read'],
  ['not_found', { path: '/media/raid/Dailies' }, 'The files are gone'],
  ['not_found', {}, 'This no longer exists'],
  ['conflict', { reason: 'another_team' }, 'This credential belongs to another team'],
  ['conflict', { reason: 'in_use' }, 'The take is still needed'],
  ['conflict', { reason: 'in_your_cut', file: 'Lights_v002' }, 'Your cut uses media of this version'],
  ['unauthorized', { reason: 'another_team' }, 'This credential belongs to another team'],
] as const)('%s with %o is named as closely as it is known', (code, details, title) => {
  expect(presentError({ code, message: '', details }, words).title).toBe(title);
});

test.each([
  [
    'insufficient_credits',
    { requirement: 'upgrade_plan', serviceCode: 'quota_reached' },
    'Needs a higher plan',
  ],
  ['insufficient_credits', { requirement: 'purchase_add_on' }, 'Needs an add-on'],
  [
    'forbidden',
    { requirement: 'verify_team', serviceCode: 'not_authorized' },
    'Needs something from your account',
  ],
  ['service_refused', { requirement: 'upgrade_plan' }, 'Needs a higher plan'],
  [
    'insufficient_credits',
    { requirement: 'upgrade_plan', serviceCode: 'insufficient_credits' },
    'Not enough credits',
  ],
  ['rate_limited', { requirement: 'upgrade_plan' }, 'The request limit is used up'],
] as const)('%s with %o says what the account needs', (code, details, title) => {
  const shown = presentError({ code, message: '', details }, words);
  expect(shown.title).toBe(title);
  for (const reported of [shown.why, shown.fix]) expect(reported).toMatch(/^[A-Z].*\.$/);
});

test('jobs that need a credential of their own team are not to be waited for', () => {
  const fixOf = (code: 'conflict' | 'unauthorized') =>
    presentError({ code, message: '', details: { reason: 'another_team' } }, words).fix;
  expect(fixOf('conflict')).toContain('first let the open jobs finish');
  expect(fixOf('unauthorized')).toMatch(/^Use a credential from the team that owns the jobs/);
  expect(fixOf('unauthorized')).not.toContain('wait');
});

test('a full disk says how much is needed and how much is free, where that is known', () => {
  const whyOf = (details: Record<string, string | number>) =>
    presentError({ code: 'disk_full', message: '', details }, words).why;
  expect(whyOf({ neededBytes: 7_300_000, freeBytes: 1_000_000 })).toBe(
    'This needs 7.3 MB, but only 1 MB is free. No partial files were left.',
  );
  expect(whyOf({ neededBytes: 7_300_000 })).toContain('not enough space');
});

test('the copied details hold the code, the message and every fact', () => {
  const error = {
    code: 'disk_full',
    message: 'ENOSPC',
    details: { path: '/mnt/a', neededBytes: 12 },
  } as const;
  expect(describeError(error, { version: '0.1.0' })).toBe(
    'disk_full: ENOSPC\npath: /mnt/a\nneededBytes: 12\nversion: 0.1.0',
  );
});

test('a failed tool or message is not told as a generation with a script', () => {
  const titleOf = (details: Record<string, string>) =>
    presentError({ code: 'generation_failed', message: '', details }, words).title;
  expect(titleOf({ what: 'tool', reason: 'No.' })).toBe('The tool failed');
  expect(titleOf({ what: 'message' })).toBe('The assistant did not answer');
  expect(titleOf({ reason: 'No.' })).toBe('The generation failed');
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../fakes/main-fixture.ts';
import { findChromium } from '../ui/support/find-chromium.ts';

test('the browser of page tests is the one that is named, else the first on the path', async () => {
  const root = await makeFolder('browsers');
  const empty = join(root, 'empty');
  const other = join(root, 'other');
  mkdirSync(empty);
  mkdirSync(other);
  for (const name of ['google-chrome', 'chromium']) writeFileSync(join(other, name), '');
  const PATH = [empty, other].join(delimiter);
  expect(findChromium({ PATH })).toBe(join(other, 'chromium'));
  writeFileSync(join(other, 'chromium-headless-shell'), '');
  expect(findChromium({ PATH })).toBe(join(other, 'chromium-headless-shell'));
  expect(findChromium({ PATH, DAILIES_CHROMIUM: '/opt/browser' })).toBe('/opt/browser');
});

test('a browser outside of the path is found where installers put it', async () => {
  const ProgramFiles = await makeFolder('programs');
  const folder = join(ProgramFiles, 'Google/Chrome/Application');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'chrome.exe'), '');
  const found = findChromium({ PATH: '', ProgramFiles });
  expect(['/usr/bin/chromium', join(folder, 'chrome.exe')]).toContain(found);
});

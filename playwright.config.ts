import { defineConfig } from '@playwright/test';
import { findChromium } from './test/ui/support/find-chromium.ts';

const chromium = findChromium(process.env);

/** Page tests run in a real Chromium over a fake main process, main with a stand-in service, or the real app. Screenshots and reports go to `test-results/`. */
export default defineConfig({
  testDir: 'test',
  // One page test keeps little more than half a core busy.
  workers: 2,
  // The gate lists tests that pass only at the second try, and accepts only a few of them.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? 'test-results/ui.json' }],
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    colorScheme: 'dark',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'page', testMatch: /build-page\.setup\.ts$/ },
    {
      name: 'ui',
      testMatch: /test\/ui\/.*\.test\.ts$/,
      outputDir: 'test-results/ui',
      dependencies: ['page'],
    },
    {
      name: 'electron',
      workers: 1,
      timeout: 120_000,
      testMatch: /test\/electron\/.*\.spec\.ts$/,
      outputDir: 'test-results/electron',
    },
  ],
});

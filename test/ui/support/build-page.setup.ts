import { test as setup } from '@playwright/test';
import { buildPage } from './build-page.ts';

setup('the page is built once for all tests of it', async () => {
  // No test can run without it, and a busy machine takes minutes.
  setup.setTimeout(300_000);
  await buildPage();
});

import { test as setup } from '@playwright/test';
import { buildPage } from './build-page.ts';

setup('the page is built once for all tests of it', async () => {
  await buildPage();
});

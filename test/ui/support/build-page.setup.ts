import { test as setup } from '@playwright/test';
import { buildPage } from './build-page.ts';
import { mediaFolder } from './fake-host.ts';
import { fakeMovie } from './fake-movie.ts';

setup('the page is built, and its movie made, once for all tests of it', async () => {
  // No test can run without it, and a busy machine takes minutes.
  setup.setTimeout(300_000);
  await Promise.all([buildPage(), fakeMovie(mediaFolder, 640, 360)]);
});

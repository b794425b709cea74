import { join } from 'node:path';
import { type App, compose, type ComposeOptions } from '../../../src-main/app/compose.ts';
import { BrowserHost } from '../../../src-main/hosts/browser/browser-host.ts';
import { createSystemClock } from '../../../src-main/hosts/node/system-clock.ts';
import type { Platform } from '../../../src-main/platform.ts';
import { makeFolder } from '../../fakes/main-fixture.ts';
import { type KeptSystem, type RootedSystem, rootedSystem } from '../../fakes/rooted-system.ts';
import { ServiceStandIn } from '../../fakes/services/service-stand-in.ts';
import { launcherOf } from '../../fakes/services/two-services.ts';
import { createTestPlatform, type TestPlatform } from '../../fakes/test-platform.ts';
import { withTestEnd } from '../../support/at-test-end.ts';
import { pageFolder } from './build-page.ts';
import { test as base } from './page-test.ts';

interface ComposedFixtures {
  /** Ports of the app that differ; set with `test.use`. */
  ports: Partial<Platform>;
  /** False: the computer has no folder for movies, which the app proposes for deliveries. */
  hasMovies: boolean;
  composed: Partial<ComposeOptions>;
  /** The other files and programs of the computer; set with `test.use`. */
  computer: RootedSystem;
  system: KeptSystem;
  /** The local service. */
  service: ServiceStandIn;
  platform: TestPlatform;
  app: App;
}

/**
 * Test with a page over the app's main in this process, as in the browser, whose local service is a stand-in. Its
 * address opens the page once; add the hash of a screen to it.
 */
export const test = base.extend<ComposedFixtures>({
  ports: [{}, { option: true }],
  hasMovies: [true, { option: true }],
  computer: [{}, { option: true }],
  composed: [{}, { option: true }],
  service: [
    // Playwright reads the names of fixtures from the first parameter.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await withTestEnd(async () => {
        await use(await ServiceStandIn.start());
      });
    },
    // Before all that leaves something to the end of the test.
    { auto: true },
  ],
  system: async ({ computer }, use) => {
    await use(await rootedSystem({ home: await makeFolder('home'), ...computer }));
  },
  platform: async ({ service, system, hasMovies, ports }, use) => {
    const userData = join(await makeFolder('app'), 'user-data');
    const movies = hasMovies ? await makeFolder('movies') : null;
    await use(
      await createTestPlatform({
        host: 'browser',
        paths: { userData, movies },
        clock: createSystemClock(),
        serviceLauncher: launcherOf(service),
        system,
        ...ports,
      }),
    );
  },
  app: async ({ platform, composed }, use) => {
    const app = compose(platform, { version: '0.1.0', service: { kind: 'local' }, ...composed });
    await app.start();
    await use(app);
    await app.dispose();
  },
  address: async ({ page, app, platform }, use, testInfo) => {
    const host = new BrowserHost({
      app,
      rendererFolder: pageFolder,
      isOfOtherUser: () => Promise.resolve(false),
      onPagesGone: () => undefined,
      onBug: (where, error) => {
        platform.log.error(where, error);
      },
    });
    await use(await host.start(0));
    if (testInfo.status !== testInfo.expectedStatus) console.log(platform.log.lines);
    await page.goto('about:blank');
    await host.dispose();
  },
});

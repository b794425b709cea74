import { join } from 'node:path';
import type { Installation, Platform } from '../platform.ts';
import { Downloader } from '../transfers/download.ts';
import type { UpdateSource } from '../updates/update-source.ts';
import { Updates } from '../updates/updates.ts';
import type { VersionedFolder } from '../updates/versioned-folder.ts';
import type { SharedParts } from './compose-shared.ts';

/** Parts of updates. They exist only if a distributor set a feed and the app was installed from a package. */
export interface UpdateParts {
  readonly source: UpdateSource;
  readonly installation: Installation;
  readonly folder: VersionedFolder | null;
}

export function composeUpdates(
  { paths, shell, system }: Platform,
  shared: SharedParts,
  parts: UpdateParts & { readonly version: string },
): Updates {
  const { transfers, events, settingsRepository: repository } = shared;
  // Only the feed's origin may be plain http or in a private network.
  const address = { origin: () => Promise.resolve(parts.source.feedUrl.origin) };
  return new Updates({
    ...{ ...shared, ...parts, shell, system, repository },
    downloads: join(paths.userData, 'updates'),
    downloader: new Downloader({ ...shared, address }),
    isTransferring: () => {
      const { runningCount, isPaused } = transfers.totals();
      return runningCount > 0 && !isPaused;
    },
    onChange: (updates) => {
      events.publish('updates.changed', { updates });
    },
  });
}

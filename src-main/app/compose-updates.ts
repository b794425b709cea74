import { join } from 'node:path';
import type { Installation, Platform } from '../platform.ts';
import { Downloader } from '../transfers/download.ts';
import { UpdateAtEnd } from '../updates/update-at-end.ts';
import { UpdateBlockers } from '../updates/update-blockers.ts';
import { UpdateFeed } from '../updates/update-feed.ts';
import { UpdateFiles } from '../updates/update-files.ts';
import { UpdatePackages } from '../updates/update-packages.ts';
import { UpdateRecord } from '../updates/update-record.ts';
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
  const { transfers, events, settingsRepository, clock, log } = shared;
  // Only the feed's origin may be plain http or in a private network.
  const address = { origin: () => Promise.resolve(parts.source.feedUrl.origin) };
  const record = new UpdateRecord({ repository: settingsRepository, log });
  const files = new UpdateFiles({
    folder: join(paths.userData, 'updates'),
    kind: parts.installation.kind,
    version: parts.version,
  });
  const downloader = new Downloader({ ...shared, address });
  return new Updates({
    feed: new UpdateFeed({ ...parts, record, clock }),
    packages: new UpdatePackages({ ...shared, ...parts, files, record, shell, downloader }),
    blockers: new UpdateBlockers({
      system,
      clock,
      isAutomatic: () => record.current.isAutomatic,
      isTransferring: () => {
        const { runningCount, isPaused } = transfers.totals();
        return runningCount > 0 && !isPaused;
      },
    }),
    atEnd: new UpdateAtEnd({ ...parts, files, log, system }),
    record,
    clock,
    log,
    onChange: (updates) => {
      events.publish('updates.changed', { updates });
    },
  });
}

import type { ActivityNews } from './activity/activity-news.svelte.ts';
import type { Activity } from './activity/activity.svelte.ts';
import type { Transfers } from './activity/transfers.svelte.ts';
import type { Cuts } from './cuts/cuts.svelte.ts';
import type { Library } from './files/library.svelte.ts';
import type { SavedFiles } from './files/saved-files.svelte.ts';
import type { SentFiles } from './files/sent-files.svelte.ts';
import type { Exports } from './jobs/exports.svelte.ts';
import type { Remixes } from './jobs/remixes.svelte.ts';
import type { Projects } from './projects/projects.svelte.ts';
import type { Returns } from './returns/returns.svelte.ts';
import type { Connections } from './service/connections.svelte.ts';
import type { Keychain } from './settings/keychain.svelte.ts';
import type { Network } from './settings/network.svelte.ts';
import type { Settings } from './settings/settings.svelte.ts';
import type { Updates } from './settings/updates.svelte.ts';
import type { ToolRuns } from './tools/tool-runs.svelte.ts';

interface Mirrors {
  readonly connections: Connections;
  readonly keychain: Keychain;
  readonly settings: Settings;
  readonly network: Network;
  readonly updates: Updates;
  readonly returns: Returns;
  readonly transfers: Transfers;
  readonly activity: Activity;
  readonly activityNews: ActivityNews;
  readonly remixes: Remixes;
  readonly exports: Exports;
  readonly savedFiles: SavedFiles;
  readonly library: Library;
  readonly sentFiles: SentFiles;
  readonly projects: Projects;
  readonly cuts: Cuts;
  readonly toolRuns: ToolRuns;
}

/** Reads the app's state again after changes were missed, except the lists of the active service. */
export function readAgain(app: Mirrors): void {
  const { connections, keychain, settings, network, updates, returns, transfers, activity } = app;
  for (const each of [connections, keychain, settings, network, updates, returns]) void each.refresh();
  for (const each of [transfers, transfers.queue, activity.parts, activity.jobs]) void each.refresh();
  for (const each of [app.remixes, app.exports, app.savedFiles, app.toolRuns]) void each.refresh();
  for (const each of [app.library.uploads, app.library.opened]) void each.refresh();
  app.sentFiles.refresh();
  app.projects.reopen();
  app.cuts.refresh();
  app.activityNews.forgetUploads();
  activity.refresh();
}

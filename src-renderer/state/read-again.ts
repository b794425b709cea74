import type { AppState } from './app-state.svelte.ts';

/** Reads the app's state again after changes were missed, except the lists of the active service. */
export function readAgain(app: AppState): void {
  const { connections, keychain, settings, network, updates, returns, transfers, activity } = app;
  for (const each of [connections, keychain, settings, network, updates, returns]) void each.refresh();
  for (const each of [transfers, transfers.queue, activity.parts]) void each.refresh();
  for (const each of [app.remixes, app.exports, app.savedFiles]) void each.refresh();
  app.projects.reopen(false);
  app.activityNews.forgetUploads();
  activity.refresh();
}

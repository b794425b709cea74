import type { ServiceJob } from '../../../src-shared/contract/activity.ts';
import { assetTools } from '../../../src-shared/contract/operation.ts';
import type { AppState } from '../app-state.svelte.ts';

/** States that the form and the results of a run touch. */
type Parts = Pick<AppState, 'connections' | 'navigation' | 'toolForms' | 'toolRuns'>;

/**
 * Shows what a run was asked to make in the form of its tool, at its connection, which becomes the active one.
 * @throws AppError as main made it.
 */
export async function openForm(app: Parts, run: ServiceJob): Promise<void> {
  const { operation, body } = await app.toolRuns.requestOf(run);
  const tool = assetTools.find((each) => each === operation);
  if (!tool) return;
  await activate(app, run);
  app.toolForms.replace(tool, body);
  app.navigation.enter('generate');
}

/** Shows what a run has made beside the form. @throws AppError as main made it. */
export async function showResults(app: Parts, run: ServiceJob): Promise<void> {
  await activate(app, run);
  const { toolForms } = app;
  toolForms.show(assetTools.find((each) => each === run.operation) ?? toolForms.last);
  app.toolRuns.wantedId = run.jobId;
  app.navigation.enter('generate');
}

async function activate({ connections }: Parts, { connectionId }: ServiceJob): Promise<void> {
  if (connections.current.connectionId !== connectionId) await connections.activate(connectionId);
}

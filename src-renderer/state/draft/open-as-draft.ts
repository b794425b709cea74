import type { Generation } from '../../../src-shared/contract/generation.ts';
import type { AppState } from '../app-state.svelte.ts';

/** States that a draft of an earlier request touches. */
type Parts = Pick<AppState, 'connections' | 'draft' | 'generations' | 'navigation' | 'toolForms'>;

/**
 * Shows the request of a generation as a draft of its connection, which becomes the active one.
 * @throws AppError as main made it.
 */
export async function openAsDraft(app: Parts, generation: Generation): Promise<void> {
  const { generationId, connectionId, workflow } = generation;
  const fields = await app.generations.draftOf(generationId);
  if (app.connections.current.connectionId !== connectionId) await app.connections.activate(connectionId);
  app.draft.choose(workflow);
  app.draft.addFilled(fields);
  app.toolForms.show(null);
  app.navigation.enter('generate');
}

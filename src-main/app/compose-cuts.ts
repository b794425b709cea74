import { Cuts } from '../cuts/cuts.ts';
import { DeliveredCuts } from '../cuts/delivered-cuts.ts';
import { ProjectCutStates } from '../cuts/project-cut-states.ts';
import { YourCuts } from '../cuts/your-cuts.ts';
import type { Returns } from '../returns/returns.ts';
import type { ConnectionScope } from './compose-connection.ts';
import type { SharedParts } from './compose-shared.ts';

/** Composes the cuts that the page shows; those of projects and yours are of the active connection. */
export function composeCuts(shared: SharedParts, returns: Returns, active: () => ConnectionScope) {
  const publish = (projectId: string): void => {
    shared.events.publish('cut.changed', { projectId });
  };
  const states = new ProjectCutStates({ ...shared, publish });
  const yours = new YourCuts({ ...shared, repository: shared.yourCutRepository, publish });
  const delivered = new DeliveredCuts({ ...shared, ledger: shared.deliveryLedger, returns });
  return { states, cuts: new Cuts({ active, states, yours, delivered, kept: shared.keptMedia }) };
}

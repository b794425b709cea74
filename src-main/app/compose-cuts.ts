import { join } from 'node:path';
import type { Connections } from '../connections/connections.ts';
import { CutMovies } from '../cuts/cut-movie.ts';
import { CutTakes } from '../cuts/cut-takes.ts';
import { CutsToSend } from '../cuts/cuts-to-send.ts';
import { Cuts } from '../cuts/cuts.ts';
import { DeliveredCuts } from '../cuts/delivered-cuts.ts';
import { ProjectCutStates } from '../cuts/project-cut-states.ts';
import { Takes } from '../cuts/takes.ts';
import { ToolTakes } from '../cuts/tool-takes.ts';
import { YourCuts } from '../cuts/your-cuts.ts';
import { Proxies } from '../engine/proxies.ts';
import type { Returns } from '../returns/returns.ts';
import type { ConnectionScope } from './compose-connection.ts';
import type { SharedParts } from './compose-shared.ts';

/** Composes the cuts that the page shows; those of projects and yours are of the active connection. */
export function composeCuts(
  shared: SharedParts,
  returns: Returns,
  connections: Connections<ConnectionScope>,
) {
  const active = (): ConnectionScope => connections.active;
  const publish = (projectId: string): void => {
    shared.events.publish('cut.changed', { projectId });
  };
  const states = new ProjectCutStates({ ...shared, publish });
  const yours = new YourCuts({ ...shared, repository: shared.yourCutRepository, publish });
  const delivered = new DeliveredCuts({ ...shared, ledger: shared.deliveryLedger, returns });
  const proxies = new Proxies({ ...shared, engine: shared.mediaEngine, kept: shared.keptMedia, publish });
  const files = new Takes({
    repository: shared.takeRepository,
    grants: shared.fileGrants,
    hashFile: (path) => shared.engine.hashFile(path, AbortSignal.any([])),
    folder: join(shared.paths.userData, 'takes'),
    clock: shared.clock,
    log: shared.log,
    publish: (projectId) => {
      shared.events.publish('cut.takesChanged', { projectId });
    },
  });
  const toolTakes = new ToolTakes({
    ...shared,
    active,
    scopeOf: (connectionId) => connections.all.find((scope) => scope.connectionId === connectionId),
    takes: files,
    ledger: shared.serviceJobLedger,
    revoice: (scope, take) => {
      cuts.revoice(scope, take);
    },
  });
  const takes = new CutTakes({
    active,
    yours,
    toolTakes,
    takes: files,
    ledger: shared.deliveryLedger,
    generations: shared.generationLedger,
  });
  const { keptMedia: kept } = shared;
  const cuts = new Cuts({ active, states, yours, delivered, takes, kept, proxies });
  const cutsToSend = new CutsToSend({ cuts, yours });
  const { mediaEngine, engine: transferEngine } = shared;
  const cutMovies = new CutMovies({ cuts, engine: mediaEngine, transferEngine });
  return {
    cuts,
    cutMovies,
    cutsToSend,
    cutStates: states,
    cutTakes: takes,
    takeFiles: files,
    toolTakes,
    proxies,
  };
}

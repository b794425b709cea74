import { z } from 'zod';
import type { Connection } from '../../../src-shared/contract/connection.ts';
import { type KeyValueStorage, readStored, writeStored } from '../foundation/stored-value.ts';
import { DraftStore } from './draft-store.ts';

const homesKey = 'dailies.draftHomes';
const maxHomes = 200;

const homeSchema = z.object({
  /** Id under which the drafts and presets are stored: that of the first connection to the account. */
  homeId: z.string(),
  /** Connection that has them now, or had them before it was removed. */
  connectionId: z.string(),
  /** Service, team and person that used the connection last. */
  owner: z.string(),
});
type Home = z.infer<typeof homeSchema>;

function readHomes(storage: KeyValueStorage): readonly Home[] {
  return readStored(storage, homesKey, z.array(homeSchema), []);
}

/** Returns the id under which a connection's drafts and presets are stored. */
export function homeOf(storage: KeyValueStorage, connectionId: string): string {
  return readHomes(storage).find((home) => home.connectionId === connectionId)?.homeId ?? connectionId;
}

export function presetsKeyOf(homeId: string): string {
  return `dailies.presets.${homeId}`;
}

/**
 * Notes whose account each connection uses. A connection without own drafts gets those of a removed connection of the
 * same person and team at the same service.
 * @param connections all connections.
 */
export function noteOwners(storage: KeyValueStorage, connections: readonly Connection[]): void {
  const before = readHomes(storage);
  const present = connections.map(({ connectionId }) => connectionId);
  let homes = before;
  for (const connection of connections) {
    const { connectionId } = connection;
    const owner = ownerOf(connection);
    if (owner === null) continue;
    const home = homes.find((each) => each.connectionId === connectionId);
    const left = homes.findLast((each) => each.owner === owner && !present.includes(each.connectionId));
    const own = home ?? (left && isEmpty(storage, connectionId) ? left : undefined);
    const noted = { homeId: own?.homeId ?? connectionId, connectionId, owner };
    if (home?.owner !== owner) homes = [...homes.filter(({ homeId }) => homeId !== noted.homeId), noted];
  }
  if (homes !== before) writeStored(storage, homesKey, homes.slice(-maxHomes));
}

/** Returns who uses a connection; null while that is not known. */
function ownerOf({ connectionId, serviceUrl, account }: Connection): string | null {
  if (serviceUrl === null || account === null) return null;
  const { teamId, email } = account;
  // Without both, two people could look like one.
  const isKnown = teamId !== '' && email !== '';
  return JSON.stringify(isKnown ? [serviceUrl, teamId, email] : [connectionId]);
}

function isEmpty(storage: KeyValueStorage, homeId: string): boolean {
  return new DraftStore(storage, homeId).isEmpty && storage.getItem(presetsKeyOf(homeId)) === null;
}

import type { Connection } from '../../../src-shared/contract/connection.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';

/** Colour of each state's dot; the word beside it is `connection.<state>`. */
export const connectionTones = {
  starting: 'busy',
  signing_in: 'busy',
  ready: 'good',
  signed_out: 'caution',
  offline: 'caution',
  failed: 'bad',
} as const satisfies Record<Connection['state'], string>;

/** Returns the name of a connection: the host of a hosted service, or the local service's own name. */
export function connectionName({ kind, address, serviceUrl }: Connection, text: TextOf): string {
  if (kind === 'local') return text('connection.local');
  return address || serviceUrl || text('connection.address');
}

/** Returns the name of the credential's owner; null until the service has reported it. */
export function accountName({ account }: Connection): string | null {
  return account === null ? null : (account.displayName ?? account.email);
}

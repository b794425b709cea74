import type { Connection } from '../../../src-shared/contract/connection.ts';
import type { TextOf } from '../../i18n/messages.ts';

/** What is known about a connection, in the order it is asked for. */
export function connectionFacts(
  { account, address, credentialIn, kind, serviceUrl, unfinishedCount }: Connection,
  text: TextOf,
): readonly { readonly name: string; readonly value: string; readonly isMono?: boolean }[] {
  const unknown = text('connections.unknown');
  const credential =
    account === null ? [] : [{ name: text('connections.credential'), value: account.credentialName }];
  const keptIn =
    credentialIn === 'none'
      ? []
      : [{ name: text('connections.keptIn'), value: text(`connections.keptIn.${credentialIn}`) }];
  return [
    { name: text('connection.host'), value: serviceUrl ?? (address || unknown), isMono: true },
    { name: text('connections.account'), value: account?.displayName ?? account?.email ?? unknown },
    ...(account?.displayName ? [{ name: text('connections.email'), value: account.email }] : []),
    { name: text('connections.team'), value: account?.teamId ?? unknown, isMono: account !== null },
    ...(kind === 'local' ? [] : [...credential, ...keptIn]),
    { name: text('connections.open'), value: String(unfinishedCount) },
  ];
}

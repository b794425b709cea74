import type { z } from 'zod';
import type {
  OperationName,
  operations,
  PathParameters,
  RequestBody,
  ResponseBody,
} from '../api/operations.ts';
import type { Client } from '../ipc/client.ts';
import type { AppContract } from './app-contract.ts';
import type { DirectOperation } from './operation.ts';

/** Client of main, as the page, the command line and agents have it. */
type OperationClient = Pick<Client<AppContract>, 'call'>;

/** Path values, query and body of a call, there exactly if the operation has them. */
export type OperationRequest<Name extends OperationName> = {
  readonly query?: Readonly<
    Partial<Record<keyof z.output<(typeof operations)[Name]['query']>, string | number | boolean>>
  >;
} & (keyof PathParameters<Name> extends never ? object : { readonly path: PathParameters<Name> }) &
  (undefined extends RequestBody<Name> ? object : { readonly body: RequestBody<Name> });

interface LooseRequest {
  readonly path?: Record<string, string>;
  readonly query?: Record<string, string | number | boolean>;
  readonly body?: unknown;
}

/** Calls an operation with the types of the table. @param connectionId the active connection if absent. */
export async function callOperation<Name extends DirectOperation>(
  client: OperationClient,
  operation: Name,
  request: OperationRequest<Name>,
  connectionId?: string,
): Promise<ResponseBody<Name>> {
  const { path = {}, query = {}, body } = request as LooseRequest;
  const { answer } = await client.call('operation.call', { operation, path, query, body, connectionId });
  // Main has parsed it by the table.
  return answer as ResponseBody<Name>;
}

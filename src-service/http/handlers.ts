import type { z } from 'zod';
import type {
  operations,
  OperationName,
  ParsedBody,
  ParsedQuery,
  PathParameters,
} from '../../src-shared/api/operations.ts';
import type { Caller } from '../auth/credentials.ts';

/** An authenticated request, validated against the operations table. */
export interface Call<Name extends OperationName> {
  readonly caller: Caller;
  readonly parameters: PathParameters<Name>;
  readonly query: ParsedQuery<Name>;
  readonly body: ParsedBody<Name>;
  readonly setHeader: (name: string, value: string) => void;
}

type Answer<Name extends OperationName> = z.input<(typeof operations)[Name]['response']>;

/** Handles one operation. Anything it throws becomes an ApiError. */
type Handler<Name extends OperationName> = (call: Call<Name>) => Answer<Name> | Promise<Answer<Name>>;

/** Handlers of some operations; each part of the service provides its own. */
export type Handlers = { readonly [Name in OperationName]?: Handler<Name> };

import type { AppError } from '../../../src-shared/app-error.ts';
import type { ConnectionKind } from '../../../src-shared/contract/connection.ts';
import type { AddressSource, OriginSource } from '../../api/http/service-address.ts';

/** State of the configured service. `running` means that it has an address, not that it answers. */
export type ServiceState =
  | { readonly state: 'starting' }
  | { readonly state: 'running'; readonly baseUrl: string }
  | { readonly state: 'failed'; readonly error: AppError };

/** The configured service: a process of the app, or an address. */
export interface ServiceSource extends AddressSource, OriginSource {
  readonly kind: ConnectionKind;
  readonly state: ServiceState;
  /** Calls back after every change of the state. Returns the function that ends the subscription. */
  onChange(listener: () => void): () => void;
  start(): void;
  /** Tries again after a failure. */
  retry(): void;
  dispose(): Promise<void>;
}

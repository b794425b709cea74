import type { Account as AccountRecord } from '../../src-shared/api/account.ts';
import type { HttpClient } from './http-client.ts';
import type { Priority } from './team-budget.ts';

/** Whose credential it is (specification §4.12); also the test of a connection. */
export class Account {
  readonly #http: HttpClient;

  constructor(deps: { http: HttpClient }) {
    this.#http = deps.http;
  }

  get(signal: AbortSignal, priority: Priority = 'user'): Promise<AccountRecord> {
    return this.#http.call('getAccount', { signal, priority });
  }
}

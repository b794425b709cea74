import type { ErrorBody } from '../../../src-shared/app-error.ts';

/** What the user does with a return once it is described. */
export type ReturnAction = 'nothing' | 'keep' | 'update' | 'upload' | 'dismiss';

/** What one run of the app is started for. Whatever an earlier run left is taken up first and waited for. */
export interface AppOrder {
  readonly userData: string;
  readonly serviceUrl: string;
  readonly apiKey: string;
  readonly deliveryFolder: string | null;
  /** Begun unless the state has one of its kind already. */
  readonly goal:
    | { readonly kind: 'delivery'; readonly projectId: string }
    | { readonly kind: 'generation'; readonly script: string }
    /** With `retries`, what has failed is tried again, as the user would. */
    | { readonly kind: 'upload'; readonly path: string; readonly retries?: boolean }
    | { readonly kind: 'job'; readonly job: 'tool' | 'export' | 'interchange' | 'remix' | 'message' }
    /** Of the one that is in the delivery folder, which is waited for. */
    | { readonly kind: 'return'; readonly action: ReturnAction }
    | { readonly kind: 'nothing' };
  /** How much shorter waits are. */
  readonly hurry?: number;
}

/** One record of the app as it stood at the end. */
export interface AppRow {
  readonly id: string;
  readonly state: string;
  readonly error: ErrorBody | null;
  /**
   * What the service calls it: a run, a job or a file; for a delivery the folder it is in, for a return
   * the version it became.
   */
  readonly remote: string | null;
}

export interface AppReport {
  readonly rows: readonly AppRow[];
  readonly returns: readonly AppRow[];
  readonly notices: readonly ErrorBody[];
}

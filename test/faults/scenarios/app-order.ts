import type { ErrorBody } from '../../../src-shared/app-error.ts';

/** Action of the user on a described return. */
export type ReturnAction = 'nothing' | 'keep' | 'update' | 'upload' | 'dismiss';

/** Task of one run of the app. The run first resumes everything that an earlier run left, and waits for it. */
export interface AppOrder {
  readonly userData: string;
  readonly serviceUrl: string;
  readonly apiKey: string;
  readonly deliveryFolder: string | null;
  /** Started unless the state already has one of its kind. */
  readonly goal:
    | { readonly kind: 'delivery'; readonly projectId: string }
    | { readonly kind: 'generation'; readonly script: string }
    /** With `retries`, the run retries failed uploads as the user would. */
    | { readonly kind: 'upload'; readonly path: string; readonly retries?: boolean }
    | { readonly kind: 'job'; readonly job: 'tool' | 'export' | 'interchange' | 'remix' }
    /** Waits for the return in the delivery folder and performs the action. */
    | { readonly kind: 'return'; readonly action: ReturnAction }
    /**
     * Makes three notes in your cut of a project, each after the answer to the one before, which it prints, and undoes
     * the last.
     */
    | { readonly kind: 'notes'; readonly projectId: string }
    /** Has a picture made for a scene and its line said again, and waits for both takes. */
    | { readonly kind: 'takes'; readonly projectId: string }
    | { readonly kind: 'nothing' };
  /** Factor by which waits are shorter. */
  readonly hurry?: number;
}

/** Record of the app at the end of a run. */
export interface AppRow {
  readonly id: string;
  readonly state: string;
  readonly error: ErrorBody | null;
  /** The service's ID of a run, job or file; the folder of a delivery; or the version that a return became. */
  readonly remote: string | null;
}

export interface AppReport {
  readonly rows: readonly AppRow[];
  readonly returns: readonly AppRow[];
  readonly notices: readonly ErrorBody[];
}

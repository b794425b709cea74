import type { ErrorBody } from '../../../src-shared/app-error.ts';

/** What reads a response: our own client, or that of Node, which is slower and supports more. */
export type ResponseParser = 'http1' | 'node';

/** Asks for a file. The thread follows redirects and answers `answered`, then waits for `receive` or `stop`. */
export interface FetchOrder {
  readonly kind: 'fetch';
  readonly taskId: number;
  readonly url: string;
  /** Scheme, host and port of the configured service, which may be plain http or private. */
  readonly trustedOrigin: string;
  /** Of the request, such as a range. */
  readonly headers: Readonly<Record<string, string>>;
  readonly parser: ResponseParser;
}

/** Where the body of an answer goes. The descriptor belongs to the thread until the task has ended. */
export interface ReceiveOrder {
  readonly kind: 'receive';
  readonly taskId: number;
  readonly descriptor: number;
  /** Of the body's first byte in the file. */
  readonly position: number;
  /** The file may not become longer; null when nobody knows. */
  readonly maxBytes: number | null;
}

/** Sends a file in one PUT. The descriptor belongs to the thread until the task has ended. */
export interface SendOrder {
  readonly kind: 'send';
  readonly taskId: number;
  readonly url: string;
  readonly trustedOrigin: string;
  readonly descriptor: number;
  readonly sizeBytes: number;
}

/** Answers `routing`. */
export interface RoutedOrder {
  readonly kind: 'routed';
  readonly taskId: number;
  /** With its user name and password; null for none. */
  readonly proxy: string | null;
  /** Why there is no way to the address. */
  readonly failure: ErrorBody | null;
  /** Certificates to be trusted beside the usual ones, as PEM. */
  readonly authorities: string;
}

/** Commands to the transfer thread. */
export type TransferCommand =
  | FetchOrder
  | ReceiveOrder
  | SendOrder
  | RoutedOrder
  /** So many bytes more may be moved. */
  | { readonly kind: 'credit'; readonly taskId: number; readonly bytes: number }
  /** The task ends soon, whatever it is doing. */
  | { readonly kind: 'stop'; readonly taskId: number };

/** Why a task failed, as plain data that passes between threads. */
export type TaskFailure =
  | { readonly kind: 'app'; readonly body: ErrorBody }
  /** The operating system refused a read or write of the file. */
  | { readonly kind: 'file'; readonly code: string; readonly message: string }
  /** The disk does not hold what was written. */
  | { readonly kind: 'lost'; readonly code: string; readonly message: string }
  /** Anything else is a bug. */
  | { readonly kind: 'bug'; readonly text: string };

/** Reports of the transfer thread. */
export type TransferReport =
  | {
      readonly kind: 'answered';
      readonly taskId: number;
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
    }
  /** Which proxy has this address? `routed` tells. */
  | { readonly kind: 'routing'; readonly taskId: number; readonly url: string }
  /** Sent some times a second. */
  | {
      readonly kind: 'progress';
      readonly taskId: number;
      /** Position in the file: what came or went. */
      readonly movedTo: number;
      /** Of a download: what is in the file. */
      readonly writtenTo: number;
      /** Of a download: what of it is on the disk. */
      readonly syncedTo: number;
    }
  /** The task will soon have used up its credit. */
  | { readonly kind: 'wanting'; readonly taskId: number }
  /** The last word of a task; the thread no longer touches its descriptor. */
  | {
      readonly kind: 'ended';
      readonly taskId: number;
      /** Null when everything went well. */
      readonly failure: TaskFailure | null;
      readonly writtenTo: number;
      readonly syncedTo: number;
      /** The storage's answer to an upload. */
      readonly status: number | null;
    };

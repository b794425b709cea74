import type { ErrorBody } from '../../../src-shared/app-error.ts';

/** The parser of a response: our own client, or Node's, which is slower but supports more. */
export type ResponseParser = 'http1' | 'node';

/** Requests a file. The thread follows redirects, reports `answered`, then waits for `receive` or `stop`. */
export interface FetchOrder {
  readonly kind: 'fetch';
  readonly taskId: number;
  readonly url: string;
  /** Scheme, host and port of the configured service, which may be plain http or private. */
  readonly trustedOrigin: string;
  /** Header fields of the request, such as a range. */
  readonly headers: Readonly<Record<string, string>>;
  readonly parser: ResponseParser;
}

/** Destination of the response body. The descriptor belongs to the thread until the task has ended. */
export interface ReceiveOrder {
  readonly kind: 'receive';
  readonly taskId: number;
  readonly descriptor: number;
  /** Offset in the file for the first byte of the body. */
  readonly position: number;
  /** Maximum length of the file; null when it is not known. */
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
  /** Address of the proxy with its user name and password; null for none. */
  readonly proxy: string | null;
  /** Reason why there is no route to the address. */
  readonly failure: ErrorBody | null;
  /** Certificates to trust in addition to the usual ones, as PEM. */
  readonly authorities: string;
}

/** Commands to the transfer thread. */
export type TransferCommand =
  | FetchOrder
  | ReceiveOrder
  | SendOrder
  | RoutedOrder
  /** Allows this many more bytes. */
  | { readonly kind: 'credit'; readonly taskId: number; readonly bytes: number }
  /** Ends the task soon, whatever it is doing. */
  | { readonly kind: 'stop'; readonly taskId: number };

/** The reason why a task failed, as plain data that passes between threads. */
export type TaskFailure =
  | { readonly kind: 'app'; readonly body: ErrorBody }
  /** The operating system refused a read or write of the file. */
  | { readonly kind: 'file'; readonly code: string; readonly message: string }
  /** The disk lost written bytes. */
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
  /** Requests the proxy for this address; `routed` answers. */
  | { readonly kind: 'routing'; readonly taskId: number; readonly url: string }
  /** Sent several times a second. */
  | {
      readonly kind: 'progress';
      readonly taskId: number;
      /** Position in the file up to which bytes were received or sent. */
      readonly movedTo: number;
      /** Download only: position up to which the file is written. */
      readonly writtenTo: number;
      /** Download only: position up to which the file is on the disk. */
      readonly syncedTo: number;
    }
  /** The task will soon have used up its credit. */
  | { readonly kind: 'wanting'; readonly taskId: number }
  /** The last report of a task; the thread no longer touches its descriptor. */
  | {
      readonly kind: 'ended';
      readonly taskId: number;
      /** Null on success. */
      readonly failure: TaskFailure | null;
      readonly writtenTo: number;
      readonly syncedTo: number;
      /** Status of the storage's response to an upload. */
      readonly status: number | null;
    };

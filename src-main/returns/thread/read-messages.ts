import type { FailedRead } from '../read/examine-return.ts';
import type { CallFailure } from './call-failure.ts';
import type { ReadCall } from './read-calls.ts';

/** Commands to the thread that reads returns. */
export type ReadCommand =
  | { readonly kind: 'call'; readonly taskId: number; readonly name: ReadCall; readonly input: unknown }
  /** Answers `hash`. */
  | {
      readonly kind: 'hashed';
      readonly taskId: number;
      readonly path: string;
      /** In lower-case hex. */
      readonly hash: string | CallFailure;
    };

/** Reports of the thread that reads returns. */
export type ReadReport =
  /** Requests the hash of a file, which can take long; `hashed` answers. */
  | { readonly kind: 'hash'; readonly taskId: number; readonly path: string }
  /** The content is identified; describing it follows. */
  | { readonly kind: 'read'; readonly taskId: number; readonly read: FailedRead }
  /** The last report of a call. */
  | { readonly kind: 'done'; readonly taskId: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly taskId: number; readonly failure: CallFailure };

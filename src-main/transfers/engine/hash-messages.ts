/** Commands to the hash thread. */
export type HashCommand =
  /** Reads the file from its start, up to the readable position. */
  | {
      readonly kind: 'begin';
      readonly taskId: number;
      readonly path: string;
      /** Null: to the end of the file. */
      readonly readableTo: number | null;
    }
  | { readonly kind: 'readable'; readonly taskId: number; readonly readableTo: number }
  /** Sets the end of the file. */
  | { readonly kind: 'finish'; readonly taskId: number; readonly sizeBytes: number }
  | { readonly kind: 'stop'; readonly taskId: number };

/** Reports of the hash thread. */
export type HashReport =
  | { readonly kind: 'progress'; readonly taskId: number; readonly hashedBytes: number }
  | { readonly kind: 'hashed'; readonly taskId: number; readonly sha256: string }
  | { readonly kind: 'failed'; readonly taskId: number; readonly code: string; readonly message: string };

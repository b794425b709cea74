import type { ServiceClient } from './service-client.ts';

/** A file somebody gets to see or hear. */
export interface ShownFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** One field of the sheet. */
export interface Show {
  readonly name: string;
  /** What was asked for, in a line. */
  readonly request: string;
  readonly files: readonly ShownFile[];
}

/** What the requests have in common. */
export interface Studio {
  readonly client: ServiceClient;
  entity(name: string): string;
  readonly voiceIds: readonly string[];
}

/** Makes one field. */
export type MakeShow = (studio: Studio) => Promise<Show>;

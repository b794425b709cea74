import type { ServiceClient } from './service-client.ts';

/** A file that the sheet shows. */
export interface ShownFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The content of one field of the sheet. */
export interface Show {
  readonly name: string;
  /** The request in one line. */
  readonly request: string;
  readonly files: readonly ShownFile[];
}

/** Facts that all requests share. */
export interface Studio {
  readonly client: ServiceClient;
  entity(name: string): string;
  readonly voiceIds: readonly string[];
}

/** Makes one field. */
export type MakeShow = (studio: Studio) => Promise<Show>;

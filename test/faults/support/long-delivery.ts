import { createHash, randomFillSync } from 'node:crypto';
import { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { DownloadCheckpoint } from '../../../src-main/state/transfer-repository.ts';
import { movieStart } from '../../fakes/sample-project.ts';
import { ServiceStandIn } from '../../fakes/services/service-stand-in.ts';
import { canaryKey, CrashSite } from './crash-site.ts';

const mebibyte = 1024 ** 2;
/** The app syncs and notes a checkpoint whenever this many bytes have arrived since the last one. */
export const checkpointBytes = 64 * mebibyte;
/** Enough for three checkpoints during the download. */
const movieBytes = 3 * checkpointBytes + 24 * mebibyte;
const movieName = 'Harbour lights/Harbour lights_v001/Harbour lights_v001_reference.mp4';
/** Pause of the storage after each mebibyte, for about 100 MB/s. */
const pauseMs = 8;
/** Low, so that checkpoints depend on bytes and not on time. */
const hurry = 4;

/** Bytes of the movie that the storage sent for one request. */
interface Sending {
  readonly startByte: number;
  sentBytes: number;
}

/** Delivery with a movie long enough for several checkpoints in the journal. */
export class LongDelivery {
  readonly site: CrashSite;
  readonly #sha256: string;
  /** One entry for each request for the movie. */
  readonly sendings: Sending[] = [];

  private constructor(service: ServiceStandIn, site: CrashSite, movie: Buffer) {
    this.site = site;
    this.#sha256 = createHash('sha256').update(movie).digest('hex');
    service.movie = movie;
    service.intercept = (_request, response) => {
      const end = response.end.bind(response);
      const send = (content?: Buffer): void => {
        if (content?.buffer === movie.buffer) void this.#send(content, movie.length, response);
        else end(content);
      };
      Object.assign(response, { end: send });
      return false;
    };
  }

  static async prepare(): Promise<LongDelivery> {
    const service = await ServiceStandIn.start();
    service.apiKey = canaryKey;
    const goal = { kind: 'delivery', projectId: service.addProject() } as const;
    const site = await CrashSite.prepare({ serviceUrl: service.url, goal, hurry });
    const movie = randomFillSync(Buffer.alloc(movieBytes));
    movieStart.copy(movie);
    return new LongDelivery(service, site, movie);
  }

  /** Number of bytes of the movie that the journal notes as synced. */
  certainBytes(): number {
    const movie = this.site.records('transfers').find(({ key }) => String(key).endsWith(':movie'));
    const checkpoint = movie?.['checkpoint'] as DownloadCheckpoint | null | undefined;
    return checkpoint?.receivedBytes ?? 0;
  }

  /** Expects the version with the exact movie. */
  expectDone(what: string): void {
    expect(this.site.delivered().get(movieName), what).toBe(this.#sha256);
    this.site.checkAtEnd(what);
  }

  async #send(content: Buffer, totalBytes: number, response: ServerResponse): Promise<void> {
    const sending = { startByte: totalBytes - content.length, sentBytes: 0 };
    this.sendings.push(sending);
    const closed = new Promise((resolve) => response.once('close', resolve));
    for (let from = 0; from < content.length && !response.destroyed; from += mebibyte) {
      const piece = content.subarray(from, from + mebibyte);
      const sent = new Promise((resolve) => response.write(piece, resolve));
      await Promise.race([sent, closed]);
      if (response.destroyed) return;
      sending.sentBytes += piece.length;
      await wait(pauseMs);
    }
    const { end } = ServerResponse.prototype as { end: () => void };
    Reflect.apply(end, response, []);
  }
}

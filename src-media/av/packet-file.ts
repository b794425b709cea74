import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { EncodedPacket } from './encoded-packet.ts';

const headBytes = 13;
const flushBytes = 1 << 20;

/**
 * Writes encoded packets into a scratch file. The threads that encode the parts of a movie use it to pass packets to
 * the thread that joins them. The format is private to one version of the engine.
 */
export class PacketFileWriter implements Disposable {
  readonly #file: number;
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  write(packets: readonly EncodedPacket[]): void {
    for (const packet of packets) {
      const head = Buffer.alloc(headBytes);
      head.writeUInt32LE(packet.data.length, 0);
      head.writeInt32LE(packet.pts, 4);
      head.writeUInt32LE(packet.duration, 8);
      head.writeUInt8(packet.isKey ? 1 : 0, 12);
      this.#pending.push(head, packet.data);
      this.#pendingBytes += headBytes + packet.data.length;
    }
    if (this.#pendingBytes >= flushBytes) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#pending);
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  [Symbol.dispose](): void {
    this.#flush();
    closeSync(this.#file);
  }
}

/** Reads the packets of a file in the order they were written. */
export function readPacketFile(path: string): EncodedPacket[] {
  const file = readFileSync(path);
  const packets: EncodedPacket[] = [];
  for (let at = 0; at + headBytes <= file.length;) {
    const end = at + headBytes + file.readUInt32LE(at);
    packets.push({
      pts: file.readInt32LE(at + 4),
      duration: file.readUInt32LE(at + 8),
      isKey: file.readUInt8(at + 12) === 1,
      data: file.subarray(at + headBytes, end),
    });
    at = end;
  }
  return packets;
}

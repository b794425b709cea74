import { AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL } from 'node-av/constants';
import { type CodecContext, type Frame, Packet } from 'node-av/lib';
import type { EncodedPacket } from './encoded-packet.ts';
import { throwUnlessDone } from './ffmpeg-result.ts';

/** Owns an open encoder and the packet it reuses. Frees both. */
export abstract class FrameEncoder implements Disposable {
  /** Codec parameters that the container stores for the decoder. */
  readonly context: CodecContext;
  readonly #packet = new Packet();

  constructor(context: CodecContext) {
    this.context = context;
    this.#packet.alloc();
  }

  /** Flushes the encoder. @returns the remaining packets */
  finish(): EncodedPacket[] {
    return this.encodeNext(null);
  }

  [Symbol.dispose](): void {
    this.#packet.free();
    this.context.freeContext();
  }

  /**
   * Sends a frame to the encoder, or null at the end. Returns the finished packets in coding order.
   *
   * @throws MediaError `encoding_failed`
   */
  protected encodeNext(frame: Frame | null): EncodedPacket[] {
    throwUnlessDone(this.context.sendFrameSync(frame), 'encoder');
    const packets: EncodedPacket[] = [];
    while (this.context.receivePacketSync(this.#packet) >= 0) {
      const packet = this.#packet;
      const blockAddition = packet.getSideData(AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL);
      packets.push({
        pts: Number(packet.pts),
        duration: Math.max(1, Number(packet.duration)),
        isKey: packet.isKeyframe,
        data: Buffer.from(packet.data ?? Buffer.alloc(0)),
        ...(blockAddition && { blockAddition: Buffer.from(blockAddition) }),
      });
      packet.unref();
    }
    return packets;
  }
}

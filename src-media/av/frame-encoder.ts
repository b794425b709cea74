import { AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL } from 'node-av/constants';
import { type CodecContext, type Frame, Packet } from 'node-av/lib';
import type { EncodedPacket } from './encoded-packet.ts';
import { throwUnlessDone } from './ffmpeg-result.ts';

/** An open encoder, and the packet it fills again and again. Frees both. */
export abstract class FrameEncoder implements Disposable {
  /** For the container: what a decoder needs to begin. */
  readonly context: CodecContext;
  readonly #packet = new Packet();

  constructor(context: CodecContext) {
    this.context = context;
    this.#packet.alloc();
  }

  /** Ends the encoding. @returns the rest */
  finish(): EncodedPacket[] {
    return this.encodeNext(null);
  }

  [Symbol.dispose](): void {
    this.#packet.free();
    this.context.freeContext();
  }

  /**
   * Gives the encoder a frame, null at the end, and takes what comes out, in coding order.
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

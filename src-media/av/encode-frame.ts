import { AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL } from 'node-av/constants';
import type { CodecContext, Frame, Packet } from 'node-av/lib';
import type { EncodedPacket } from './encoded-packet.ts';
import { throwUnlessDone } from './ffmpeg-result.ts';

/**
 * Gives an encoder a frame, null at the end, and takes what comes out.
 *
 * @param packet to be used again and again
 * @throws MediaError `encoding_failed`
 */
export function encodeFrame(context: CodecContext, packet: Packet, frame: Frame | null): EncodedPacket[] {
  throwUnlessDone(context.sendFrameSync(frame), 'encoder');
  const packets: EncodedPacket[] = [];
  while (context.receivePacketSync(packet) >= 0) {
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

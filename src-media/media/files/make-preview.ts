import { type FormatContext, Packet } from 'node-av/lib';
import { openMedia } from '../../av/open-media.ts';
import { PacketWriter } from '../../av/packet-writer.ts';
import { MediaError } from '../../media-error.ts';
import type { TaskControl } from '../../task-options.ts';
import { probeMedia } from '../probe-media.ts';
import { type CopyableStreams, findCopyable } from './can-copy.ts';
import { encodeMovie, encodeSound } from './encode-preview.ts';
import type { MadePreview, PreviewRequest } from './file-tools.ts';

/** See `FileTools.makePreview`. */
export async function makePreview(request: PreviewRequest, control: TaskControl): Promise<MadePreview> {
  const facts = await probeMedia(request.inputPath);
  if (!facts || facts.type === 'IMAGE') {
    throw new MediaError('unreadable_media', 'The file is neither a movie nor sound.');
  }
  const durationSeconds = facts.durationSeconds ?? 0;
  if (copyWhole(request, durationSeconds, control)) return { size: facts.size };
  if (!facts.size) {
    encodeSound(request, durationSeconds, control);
    return { size: null };
  }
  return { size: encodeMovie(request, { size: facts.size, durationSeconds }, control) };
}

/** Copies the streams of a file that complies with previews already. False if it does not. */
function copyWhole(request: PreviewRequest, durationSeconds: number, control: TaskControl): boolean {
  const format = openMedia(request.inputPath);
  try {
    const streams = findCopyable(format, request.inputPath, control);
    if (streams) copyStreams(format, streams, { request, durationSeconds }, control);
    return streams !== null;
  } finally {
    format.closeInputSync();
  }
}

function copyStreams(
  format: FormatContext,
  { picture, sound }: CopyableStreams,
  { request, durationSeconds }: { readonly request: PreviewRequest; readonly durationSeconds: number },
  control: TaskControl,
): void {
  using writer = new PacketWriter({
    format: picture ? 'mp4' : 'ipod',
    outputPath: request.outputPath,
    settings: { movflags: '+faststart' },
  });
  using packet = new Packet();
  packet.alloc();
  const targets = new Map<number, number>();
  for (const stream of [picture, sound]) {
    if (stream) targets.set(stream.index, writer.addCopy(stream));
  }
  writer.begin();
  while (format.readFrameSync(packet) >= 0) {
    control.checkpoint();
    const stream = format.streams[packet.streamIndex];
    const target = targets.get(packet.streamIndex);
    if (stream && target !== undefined) {
      const seconds = (Number(packet.dts) * stream.timeBase.num) / stream.timeBase.den;
      control.progress(Math.max(0, Math.min(1, seconds / Math.max(0.1, durationSeconds))));
      writer.write(target, packet);
    } else packet.unref();
  }
  writer.finish();
}

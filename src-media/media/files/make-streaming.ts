import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FormatContext, Packet, type Stream } from 'node-av/lib';
import { openMedia } from '../../av/open-media.ts';
import { PacketWriter } from '../../av/packet-writer.ts';
import { MediaError } from '../../media-error.ts';
import type { TaskControl } from '../../task-options.ts';
import { findPicture, findSound } from './can-copy.ts';
import { type MadeStreaming, streamingFileNames, type StreamingRequest } from './file-tools.ts';
import { masterPlaylist, readSegments } from './playlists.ts';

const segmentSeconds = '6';

/** See `FileTools.makeStreaming`. */
export async function makeStreaming(request: StreamingRequest, control: TaskControl): Promise<MadeStreaming> {
  const format = openMedia(request.inputPath);
  try {
    const picture = findPicture(format);
    const sound = findSound(format);
    if (!picture && !sound) throw new MediaError('unreadable_media', 'There is nothing in it to stream.');
    segment(format, [picture, sound], request.outputFolder, control);
    return await writeMaster(request.outputFolder, picture, sound);
  } finally {
    format.closeInputSync();
  }
}

function segment(
  format: FormatContext,
  streams: readonly (Stream | null)[],
  outputFolder: string,
  control: TaskControl,
): void {
  using writer = new PacketWriter({
    format: 'hls',
    outputPath: join(outputFolder, streamingFileNames.playlist),
    settings: {
      hls_time: segmentSeconds,
      hls_list_size: '0',
      hls_playlist_type: 'vod',
      hls_segment_type: 'fmp4',
      hls_flags: 'single_file+independent_segments',
      hls_segment_filename: join(outputFolder, streamingFileNames.media),
    },
  });
  using packet = new Packet();
  packet.alloc();
  const targets = new Map<number, number>();
  for (const stream of streams) if (stream) targets.set(stream.index, writer.addCopy(stream));
  writer.begin();
  while (format.readFrameSync(packet) >= 0) {
    control.checkpoint();
    const target = targets.get(packet.streamIndex);
    if (target === undefined) packet.unref();
    else writer.write(target, packet);
  }
  writer.finish();
}

async function writeMaster(
  outputFolder: string,
  picture: Stream | null,
  sound: Stream | null,
): Promise<MadeStreaming> {
  const segments = await readSegments(join(outputFolder, streamingFileNames.playlist));
  const size = picture && { width: picture.codecpar.width, height: picture.codecpar.height };
  const rate = picture?.avgFrameRate;
  const codecs = [picture, sound].flatMap((stream) => stream?.codecpar.getCodecString() ?? []);
  const text = masterPlaylist({
    segments,
    codecs,
    size,
    framesPerSecond: rate && rate.num > 0 && rate.den > 0 ? rate.num / rate.den : null,
  });
  await writeFile(join(outputFolder, streamingFileNames.master), text);
  const { size: sizeBytes } = await stat(join(outputFolder, streamingFileNames.media));
  return { size, sizeBytes };
}

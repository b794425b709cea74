import { readFile } from 'node:fs/promises';
import { streamingFileNames } from './file-tools.ts';

/** A segment of a media playlist. */
export interface Segment {
  readonly seconds: number;
  readonly bytes: number;
}

/** Reads the segments of a media playlist with byte ranges (RFC 8216 §4.3.2). */
export async function readSegments(path: string): Promise<Segment[]> {
  const text = await readFile(path, 'utf8');
  const entry = /#EXTINF:([\d.]+),.*\n(?:#(?!EXT-X-BYTERANGE|EXTINF).*\n)*#EXT-X-BYTERANGE:(\d+)/gu;
  return [...text.matchAll(entry)].map(([, seconds, bytes]) => ({
    seconds: Number(seconds),
    bytes: Number(bytes),
  }));
}

export interface Variant {
  readonly segments: readonly Segment[];
  /** Codec names by RFC 6381. */
  readonly codecs: readonly string[];
  /** Null for sound files. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly framesPerSecond: number | null;
}

/** Returns the master playlist of one variant (RFC 8216 §4.3.4.2), with its peak and mean bits per second. */
export function masterPlaylist({ segments, codecs, size, framesPerSecond }: Variant): string {
  const seconds = segments.reduce((sum, segment) => sum + segment.seconds, 0);
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  const rates = segments.map((segment) => (segment.bytes * 8) / Math.max(0.1, segment.seconds));
  const attributes = [
    `BANDWIDTH=${Math.ceil(Math.max(1, ...rates))}`,
    `AVERAGE-BANDWIDTH=${Math.ceil(Math.max(1, (bytes * 8) / Math.max(0.1, seconds)))}`,
    ...(codecs.length > 0 ? [`CODECS="${codecs.join(',')}"`] : []),
    ...(size ? [`RESOLUTION=${size.width}x${size.height}`] : []),
    ...(size && framesPerSecond !== null ? [`FRAME-RATE=${framesPerSecond.toFixed(3)}`] : []),
  ];
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-STREAM-INF:${attributes.join(',')}`,
    streamingFileNames.playlist,
    '',
  ].join('\n');
}

import path from 'node:path';
import type { Clock } from '../clock.ts';
import { mediaLinkExpiry } from '../link-lifetimes.ts';
import { sizeOfFile } from '../store/disk/durable-files.ts';
import type { ReadySource } from '../store/records/made-file.ts';

/** Media types by the extensions of the files that the media engine makes. */
const mimeTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.wav': 'audio/wav',
};

interface MadeMedium {
  readonly fileName: string;
  /** Path in the work folder. */
  readonly sourcePath: string;
  /** In pixels; absent for sound, and where it is not known. */
  readonly size?: { readonly width: number; readonly height: number } | undefined;
}

/** Returns the download of a medium that a job has made. */
export async function madeDownload(
  clock: Clock,
  { fileName, sourcePath, size }: MadeMedium,
): Promise<ReadySource> {
  return {
    fileName,
    mimeType: mimeTypes[path.extname(fileName)] ?? 'application/octet-stream',
    sizeBytes: (await sizeOfFile(sourcePath)) ?? 0,
    ...size,
    expiresAt: mediaLinkExpiry(clock),
  };
}

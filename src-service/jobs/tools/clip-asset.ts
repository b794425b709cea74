import type { MadeClip } from '@dailies/media';
import type { MadeAsset } from './tool-definition.ts';

const nameLetters = 60;

interface ClipNames {
  readonly path: string;
  readonly thumbnailPath: string | null;
  /** Becomes the display name, shortened. */
  readonly name: string;
  readonly description: string;
}

/** Returns a made clip as a tool result; transparent clips are WebM. */
export function clipAsset(made: MadeClip, { path, thumbnailPath, name, description }: ClipNames): MadeAsset {
  const mimeType = path.endsWith('.webm') ? 'video/webm' : 'video/mp4';
  return {
    path,
    type: 'VIDEO',
    mimeType,
    displayName: `${shortened(name)}.${mimeType === 'video/webm' ? 'webm' : 'mp4'}`,
    description,
    size: { width: made.width, height: made.height },
    durationSeconds: made.durationSeconds,
    transcript: null,
    thumbnail:
      thumbnailPath !== null && made.thumbnail
        ? { path: thumbnailPath, mimeType: 'image/png', ...made.thumbnail }
        : null,
  };
}

/** Shortens a text to its first words, on one line. */
function shortened(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= nameLetters ? line : `${line.slice(0, nameLetters).replace(/\s\S*$/u, '')}…`;
}

import { fileNameOf, mediaKindOfName, uniqueMediaId } from '../../model/media-kind.ts';
import { channelCountOf, type MediaReference } from '../../model/timeline.ts';
import { locationOfPath } from '../media-location.ts';
import type { OpenShotItem, OpenShotProject } from './openshot-schema.ts';

/** Collects the media of a project, one for each path. */
export class OpenShotMedia {
  readonly #pathOfFile: ReadonlyMap<string, string>;
  readonly #framesPerSecond: number;
  readonly #byPath = new Map<string, MediaReference>();
  readonly #takenIds = new Set<string>();

  constructor({ files, fps }: OpenShotProject) {
    this.#framesPerSecond = fps.num / fps.den;
    this.#pathOfFile = new Map(files.flatMap(({ id, path }) => (id && path ? [[id, path] as const] : [])));
  }

  get media(): readonly MediaReference[] {
    return [...this.#byPath.values()];
  }

  /** Returns the media of a clip; null for a clip without a file. */
  mediaOf(clip: OpenShotItem): MediaReference | null {
    const path = clip.reader?.path || this.#pathOfFile.get(clip.file_id ?? '');
    if (!path) return null;
    const known = this.#byPath.get(path) ?? this.#read(path, clip);
    this.#byPath.set(path, known);
    return known;
  }

  #read(path: string, { reader }: OpenShotItem): MediaReference {
    const location = locationOfPath(path.replace(/^@assets\//, ''));
    const fileName = fileNameOf('', location);
    const kind = kindOf(reader, fileName);
    const frames = Math.max(1, Math.round((reader?.duration ?? 0) * this.#framesPerSecond));
    return {
      mediaId: uniqueMediaId(`media-${String(this.#byPath.size + 1)}`, this.#takenIds),
      fileName,
      location,
      kind,
      durationFrames: kind === 'still' ? null : frames,
      startFrame: 0,
      size: kind === 'audio' ? null : sizeOf(reader),
      audioChannels: channelsOf(reader, kind),
    };
  }
}

function kindOf(reader: OpenShotItem['reader'], fileName: string): MediaReference['kind'] {
  const guess = mediaKindOfName(fileName);
  if (!(reader?.has_video ?? guess !== 'audio')) return 'audio';
  return (reader?.has_single_image ?? guess === 'still') ? 'still' : 'video';
}

const sizeOf = (reader: OpenShotItem['reader']): MediaReference['size'] => ({
  width: pixels(reader?.width) ?? 1920,
  height: pixels(reader?.height) ?? 1080,
});

function channelsOf(
  reader: OpenShotItem['reader'],
  kind: MediaReference['kind'],
): MediaReference['audioChannels'] {
  const isHeard = kind === 'audio' || (kind === 'video' && reader?.has_audio === true);
  if (!isHeard) return null;
  return channelCountOf(reader?.channels ?? 2);
}

/** Null unless it is a whole number of pixels. */
function pixels(value: number | null | undefined): number | null {
  return value && Number.isSafeInteger(value) && value > 0 ? value : null;
}

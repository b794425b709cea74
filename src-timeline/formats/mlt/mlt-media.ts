import { z } from 'zod';
import { fileNameOf, mediaKindOfName, uniqueMediaId } from '../../model/media-kind.ts';
import { channelCountOf, maxChannels, type MediaReference } from '../../model/timeline.ts';
import { locationOfPath, pathOfLocation } from '../media-location.ts';

/** Property of the app. The editors keep it on everything that stands for a file. */
export const ownMediaProperty = 'dailies:media';

type Properties = ReadonlyMap<string, string>;

const count = z.number().int().nonnegative();
const length = z.number().int().positive();
const ownMediaSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  /** Last part of the path when the document was written. */
  file: z.string(),
  kind: z.enum(['still', 'video', 'audio']),
  durationFrames: length.nullable(),
  startFrame: count,
  size: z.object({ width: length, height: length }).nullable(),
  audioChannels: z.number().int().min(1).max(maxChannels).nullable(),
  isTransparent: z.boolean().optional(),
});

/** Returns the name of a file in its path, not decoded. */
export const lastPartOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? '';

/** Serialises the facts that the format has no property for. */
export function ownMediaText(media: MediaReference): string {
  const { mediaId, fileName, kind, durationFrames, startFrame, size, audioChannels, isTransparent } = media;
  return JSON.stringify({
    id: mediaId,
    fileName,
    file: lastPartOf(resourceOfLocation(media.location)),
    kind,
    durationFrames,
    startFrame,
    size,
    audioChannels,
    ...(isTransparent && { isTransparent }),
  });
}

/** Returns the document's name of a file: relative paths unchanged, absolute ones with slashes on every system. */
export function resourceOfLocation(location: string): string {
  const path = pathOfLocation(location);
  return /^(?:[A-Za-z]:\\|\\\\)/.test(path) ? path.replaceAll('\\', '/') : path;
}

/** Makes a path whole. @param folder root of the document's paths; empty if it states none. */
export function pathInFolder(resource: string, folder: string): string {
  const isWhole = /^(?:[A-Za-z][A-Za-z0-9+.-]*:|[/\\])/.test(resource);
  return isWhole || folder === '' ? resource : `${folder.replace(/[/\\]$/, '')}/${resource}`;
}

function locationOfResource(resource: string, folder: string): string {
  const path = pathInFolder(resource, folder);
  return locationOfPath(path.startsWith('//') ? path.replaceAll('/', '\\') : path);
}

/** Returns the original of a file for which Kdenlive plays a smaller copy; null if it plays the file itself. */
function originalOfProxy(properties: Properties): string | null {
  const proxy = properties.get('kdenlive:proxy') ?? '';
  return proxy === '' || proxy === '-' ? null : (properties.get('kdenlive:originalurl') ?? null);
}

/** True for what Kdenlive shows in place of a file that it did not find. */
export function isPlaceholder(properties: Properties): boolean {
  return properties.get('text') === 'INVALID' || properties.get('_placeholder') === '1';
}

/** True for the name of several numbered images, or of all images of a folder. */
function isImageSequence(resource: string): boolean {
  return /%\d*d|\/\.all\.|^\.all\./.test(resource);
}

/** Returns the file of a producer at any speed; null for colours, titles and other producers without a file. */
export function resourceOfProducer(properties: Properties): string | null {
  const original = originalOfProxy(properties);
  if (original !== null) return original;
  const shown = properties.get('mlt_service') ?? '';
  const service = isPlaceholder(properties) ? (properties.get('kdenlive:orig_service') ?? shown) : shown;
  const resource = properties.get('warp_resource') ?? properties.get('resource') ?? '';
  if (service === 'timewarp') return resource.replace(/^-?[\d.]+:/, '') || null;
  if (/^(?:qimage|pixbuf)/.test(service) && isImageSequence(resource)) return null;
  return /^(?:avformat|qimage|pixbuf)/.test(service) && resource !== '' ? resource : null;
}

function readOwn(properties: Properties, resource: string): z.infer<typeof ownMediaSchema> | null {
  try {
    const own = ownMediaSchema.parse(JSON.parse(properties.get(ownMediaProperty) ?? ''));
    // An editor keeps the property even if it puts another file in its place.
    return own.file === lastPartOf(resource) ? own : null;
  } catch {
    return null;
  }
}

const number = (properties: Properties, name: string): number => Number(properties.get(name) ?? Number.NaN);

function foreignKind(properties: Properties, fileName: string): MediaReference['kind'] {
  const service = properties.get('kdenlive:orig_service') ?? properties.get('mlt_service') ?? '';
  if (/^(?:qimage|pixbuf)/.test(service)) return 'still';
  return number(properties, 'video_index') === -1 || mediaKindOfName(fileName) === 'audio'
    ? 'audio'
    : 'video';
}

function foreignSize(properties: Properties): MediaReference['size'] {
  const [width, height] = ['width', 'height'].map((name) => number(properties, `meta.media.${name}`));
  const isSize = [width, height].every((pixels) => Number.isSafeInteger(pixels) && (pixels ?? 0) > 0);
  return isSize ? { width: width ?? 1, height: height ?? 1 } : null;
}

interface MediaContext {
  /** Root folder of the document. */
  readonly folder: string;
  readonly frame: { readonly width: number; readonly height: number };
  /** Length of the file, in frames. */
  readonly lengthFrames: number;
  readonly takenIds: Set<string>;
}

/** Reads the media of a producer from the app's property, else guesses it from the producer's own properties. */
export function readMedia(properties: Properties, resource: string, context: MediaContext): MediaReference {
  const location = locationOfResource(resource, context.folder);
  const own = readOwn(properties, resource);
  const fileName = own?.fileName ?? fileNameOf('', location);
  const mediaId = uniqueMediaId(own?.id ?? fileName.replace(/\.[^.]*$/, ''), context.takenIds);
  if (own !== null) {
    const { kind, durationFrames, startFrame, size, audioChannels, isTransparent } = own;
    const facts = { kind, durationFrames, startFrame, size, audioChannels };
    return { mediaId, fileName, location, ...facts, ...(isTransparent && { isTransparent }) };
  }
  const kind = foreignKind(properties, fileName);
  const isSilent = kind === 'still' || (kind === 'video' && number(properties, 'audio_index') === -1);
  const { width, height } = context.frame;
  return {
    mediaId,
    fileName,
    location,
    kind,
    durationFrames: kind === 'still' ? null : Math.max(1, context.lengthFrames),
    startFrame: 0,
    size: kind === 'audio' ? null : (foreignSize(properties) ?? { width, height }),
    audioChannels: isSilent ? null : channelCountOf(number(properties, 'meta.media.0.codec.channels') ?? 2),
  };
}

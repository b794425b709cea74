import { readFile } from 'node:fs/promises';
import { DOMParser, type Element } from '@xmldom/xmldom';

/** One clip as the document states it, read without the project's own readers. Frames at 30 per second. */
export interface ClipFacts {
  readonly location: string;
  readonly kind: 'still' | 'sound' | 'movie';
  readonly startFrame: number;
  readonly durationFrames: number;
  /** First visible frame of the media. */
  readonly sourceStartFrame: number;
  /** Length of the media in frames according to the document; null for stills. */
  readonly mediaFrames: number | null;
  readonly note: string;
}

export interface DocumentFacts {
  readonly clips: readonly ClipFacts[];
  readonly durationFrames: number;
  readonly captions: readonly string[];
}

function elements(parent: Element, name: string): Element[] {
  return Array.from(parent.getElementsByTagName(name));
}

function attribute(element: Element, name: string): string {
  const value = element.getAttribute(name);
  if (value === null) throw new Error(`<${element.tagName}> has no ${name}.`);
  return value;
}

function parse(text: string): Element {
  const root = new DOMParser().parseFromString(text, 'text/xml').documentElement;
  if (!root) throw new Error('The document is empty.');
  return root;
}

/** Converts `3003/30000s` or `5s` to frames at 30 per second. @throws for a time off the frame grid */
function framesOfSeconds(text: string): number {
  const [, numerator = '', denominator = '1'] = /^(-?\d+)(?:\/(\d+))?s$/.exec(text) ?? [];
  const frames = (Number(numerator) * 30) / Number(denominator);
  if (numerator === '' || !Number.isInteger(frames)) throw new Error(`${text} is not on a frame.`);
  return frames;
}

function firstText(element: Element, name: string): string {
  return elements(element, name)[0]?.textContent ?? '';
}

/** Reads every clip of an FCPXML document, whatever its parent. */
export async function readFcpxmlFacts(path: string): Promise<DocumentFacts> {
  const root = parse(await readFile(path, 'utf8'));
  const [sequence] = elements(root, 'sequence');
  if (!sequence) throw new Error('There is no sequence.');
  const assets = new Map(elements(root, 'asset').map((asset) => [attribute(asset, 'id'), asset]));
  const origin = framesOfSeconds(attribute(sequence, 'tcStart'));
  const clips = ['video', 'audio', 'asset-clip'].flatMap((name) =>
    elements(sequence, name).map((clip): ClipFacts => {
      const asset = assets.get(attribute(clip, 'ref'));
      if (!asset) throw new Error(`Nothing has the id ${attribute(clip, 'ref')}.`);
      const [file] = elements(asset, 'media-rep');
      const length = framesOfSeconds(attribute(asset, 'duration'));
      const isStill = length === 0;
      return {
        location: file ? attribute(file, 'src') : '',
        kind: isStill ? 'still' : asset.getAttribute('hasVideo') === '1' ? 'movie' : 'sound',
        startFrame: placeInSequence(clip) - origin,
        durationFrames: framesOfSeconds(attribute(clip, 'duration')),
        sourceStartFrame: isStill
          ? 0
          : framesOfSeconds(clip.getAttribute('start') ?? '0s') - framesOfSeconds(attribute(asset, 'start')),
        mediaFrames: isStill ? null : length,
        note: firstText(clip, 'note'),
      };
    }),
  );
  return {
    clips,
    durationFrames: framesOfSeconds(attribute(sequence, 'duration')),
    captions: elements(sequence, 'caption').map((caption) =>
      firstText(caption, 'text').replaceAll(/\s+/g, ' ').trim(),
    ),
  };
}

/** Returns the place in the sequence. Offsets count in the parent's own time, whose `start` is its first frame. */
function placeInSequence(clip: Element): number {
  const offset = framesOfSeconds(clip.getAttribute('offset') ?? '0s');
  const parent = clip.parentNode as Element | null;
  if (!parent || parent.tagName === 'spine') return offset;
  return placeInSequence(parent) + offset - framesOfSeconds(parent.getAttribute('start') ?? '0s');
}

/** Reads every clip item of an xmeml document. */
export async function readXmemlFacts(path: string): Promise<DocumentFacts> {
  const root = parse(await readFile(path, 'utf8'));
  const files = new Map(
    elements(root, 'file')
      .filter((file) => elements(file, 'pathurl').length > 0)
      .map((file) => [attribute(file, 'id'), file]),
  );
  const numberIn = (element: Element, name: string): number => Number(firstText(element, name));
  const clips = elements(root, 'clipitem').map((item): ClipFacts => {
    const file = files.get(attribute(elements(item, 'file')[0] ?? item, 'id'));
    if (!file) throw new Error('A clip item has no file.');
    const isStill = /\.(png|jpe?g)$/i.test(firstText(file, 'name'));
    return {
      location: firstText(file, 'pathurl'),
      kind: isStill ? 'still' : elements(file, 'video').length > 0 ? 'movie' : 'sound',
      startFrame: numberIn(item, 'start'),
      durationFrames: numberIn(item, 'end') - numberIn(item, 'start'),
      sourceStartFrame: isStill ? 0 : numberIn(item, 'in'),
      mediaFrames: isStill ? null : numberIn(file, 'duration'),
      note: '',
    };
  });
  const [sequence] = elements(root, 'sequence');
  return { clips, durationFrames: sequence ? numberIn(sequence, 'duration') : 0, captions: [] };
}

interface OtioTime {
  readonly value: number;
  readonly rate: number;
}
interface OtioRange {
  readonly start_time: OtioTime;
  readonly duration: OtioTime;
}
interface OtioItem {
  readonly OTIO_SCHEMA: string;
  readonly source_range: OtioRange;
  readonly media_references?: {
    readonly DEFAULT_MEDIA: { readonly target_url: string; readonly available_range: OtioRange };
  };
}

/** Reads every clip of an OTIO document. Its place is the sum of the lengths before it. */
export async function readOtioFacts(path: string): Promise<DocumentFacts> {
  const { tracks } = JSON.parse(await readFile(path, 'utf8')) as {
    tracks: { children: { children: OtioItem[] }[] };
  };
  const clips: ClipFacts[] = [];
  let durationFrames = 0;
  for (const track of tracks.children) {
    let position = 0;
    for (const { source_range: range, media_references: references } of track.children) {
      if (range.duration.rate !== 30) throw new Error('The rate is not the sequence’s.');
      if (references) {
        const { target_url: location, available_range: available } = references.DEFAULT_MEDIA;
        const isStill = /\.(png|jpe?g)$/i.test(location);
        clips.push({
          location,
          kind: isStill ? 'still' : /\.wav$/i.test(location) ? 'sound' : 'movie',
          startFrame: position,
          durationFrames: range.duration.value,
          sourceStartFrame: range.start_time.value - available.start_time.value,
          mediaFrames: available.duration.value,
          note: '',
        });
      }
      position += range.duration.value;
    }
    durationFrames = Math.max(durationFrames, position);
  }
  return { clips, durationFrames, captions: [] };
}

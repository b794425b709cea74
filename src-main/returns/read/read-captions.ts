import { isSame } from '../../../src-timeline/diff/match/is-same.ts';
import { readAss } from '../../../src-timeline/formats/captions/ass.ts';
import { readSrt, writeSrt } from '../../../src-timeline/formats/captions/srt.ts';
import type { FrameRate } from '../../../src-timeline/model/rational-time.ts';
import { TimelineParseError } from '../../../src-timeline/model/timeline-parse-error.ts';
import {
  type CaptionTrack,
  type Timeline,
  timelineDurationFrames,
} from '../../../src-timeline/model/timeline.ts';
import { readWebVtt } from '../../intake/read-web-vtt.ts';

/** A captions file, as far as it matters to its reader. */
interface CaptionsText {
  readonly name: string;
  readonly languageCode: string | null;
  readonly text: string;
  readonly modifiedAtMs: number;
}

/** Languages of the captions of a cut that came with captions beside its document. */
export interface CaptionsBeside {
  /** Languages that came, in either file. */
  readonly came: readonly string[];
  /** Delivered languages that did not come, and stay as delivered. */
  readonly left: readonly string[];
}

/** A returned cut, and the delivered one to compare with. */
interface Compared {
  readonly timeline: Timeline;
  readonly delivered: Timeline;
}

/** Reads captions by their content, because any form occurs under the name of another. @throws TimelineParseError. */
function readTrack(text: string, rate: FrameRate, language: string): CaptionTrack {
  if (/^\ufeff?\s*\[script info\]/i.test(text)) return readAss(text, rate, language);
  const track = readSrt(text, rate, language);
  const captions = readWebVtt(text);
  if (captions === null) return track;
  const frameOf = (milliseconds: number): number =>
    Math.round((milliseconds * rate.numerator) / (rate.denominator * 1000));
  return {
    ...track,
    captions: captions.map(({ startFrame, durationFrames, lines }) => {
      const start = frameOf(startFrame);
      const end = frameOf(startFrame + durationFrames);
      return { startFrame: start, durationFrames: Math.max(1, end - start), lines };
    }),
  };
}

/** True for captions that can be read and have any words. */
export function hasWords({ text }: Pick<CaptionsText, 'text'>): boolean {
  try {
    return readTrack(text, { numerator: 1000, denominator: 1 }, 'und').captions.length > 0;
  } catch (error) {
    if (error instanceof TimelineParseError || error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns the delivered cut with returned captions, and as baseline the delivered captions read from SRT too. */
export function withCaptions(delivered: Timeline, text: string): Compared {
  const { frameRate, captionTracks } = delivered;
  const [first, ...others] = captionTracks;
  const before = first && asInSrt(first, frameRate);
  const after = readTrack(text, frameRate, first?.languageCode ?? 'und');
  return {
    timeline: { ...delivered, captionTracks: [fromCutStart(after, delivered, before), ...others] },
    delivered: { ...delivered, captionTracks: before ? [before, ...others] : [] },
  };
}

function asInSrt(track: CaptionTrack, rate: FrameRate): CaptionTrack {
  return readSrt(writeSrt(track, rate), rate, track.languageCode);
}

/**
 * Adds the captions that came beside a document to its cut. In each language, those of the file replace the document's.
 * The document's count if the file has the delivered ones, or if they are others than the delivered ones and were
 * exported later. Languages in neither file stay as delivered.
 */
export function withCaptionsBeside(
  document: Timeline,
  sent: Timeline,
  files: readonly CaptionsText[],
  exportedAtMs: number,
): Compared & { readonly captionsBeside: CaptionsBeside | null } {
  if (files.length === 0) return { timeline: document, delivered: sent, captionsBeside: null };
  const found = inLanguageOf(sent, document);
  const returned = tracksByLanguage(found);
  const delivered = tracksByLanguage(sent);
  const known = [...(delivered.size > 0 ? delivered : returned).keys()];
  const assigned = new Set<string>();
  for (const file of mostCertainFirst(files, known)) {
    const language = languageOf(file, known, assigned);
    assigned.add(language);
    const track = delivered.get(language);
    const before = track && asInSrt(track, sent.frameRate);
    const isAsSent =
      before !== undefined &&
      isSame(fromCutStart(readTrack(file.text, sent.frameRate, language), sent, before), before);
    const own = returned.get(language);
    const isLater = exportedAtMs > file.modifiedAtMs && !isSame(own, track);
    if (own && (isAsSent || isLater)) continue;
    returned.set(language, fromCutStart(readTrack(file.text, found.frameRate, language), found, before));
    if (before) delivered.set(language, before);
  }
  const languages = [...new Set([...delivered.keys(), ...returned.keys()])];
  const tracksOf = (tracks: ReadonlyMap<string, CaptionTrack>): CaptionTrack[] =>
    languages.flatMap((language) => (returned.has(language) ? (tracks.get(language) ?? []) : []));
  return {
    timeline: { ...found, captionTracks: tracksOf(returned) },
    delivered: { ...sent, captionTracks: tracksOf(delivered) },
    captionsBeside: {
      came: languages.filter((language) => returned.has(language)),
      left: languages.filter((language) => !returned.has(language)),
    },
  };
}

function tracksByLanguage({ captionTracks }: Timeline): Map<string, CaptionTrack> {
  return new Map(captionTracks.map((track) => [track.languageCode, track]));
}

/** If one of the two only caption tracks has no language, takes the delivered one's for both. */
function inLanguageOf({ captionTracks: sent }: Timeline, found: Timeline): Timeline {
  const [before] = sent;
  const [after] = found.captionTracks;
  if (!before || !after || sent.length + found.captionTracks.length > 2) return found;
  if (before.languageCode !== 'und' && after.languageCode !== 'und') return found;
  return { ...found, captionTracks: [{ ...after, languageCode: before.languageCode }] };
}

/**
 * Sorts captions by how certain their language is: a known one, another one in the name, none in the name. The last are
 * in the first known language that is left.
 */
function mostCertainFirst(files: readonly CaptionsText[], known: readonly string[]): CaptionsText[] {
  const tags = new Set(known.map((each) => each.toLowerCase()));
  const doubtIn = ({ languageCode }: CaptionsText): number =>
    languageCode === null ? 2 : Number(!tags.has(languageCode.toLowerCase()));
  return files.toSorted((a, b) => doubtIn(a) - doubtIn(b));
}

/**
 * Returns the language of captions as a cut calls it, if it has that language.
 * @param known languages of the delivered cut, or of the document where none were delivered.
 */
function languageOf(
  { languageCode }: CaptionsText,
  known: readonly string[],
  assigned: ReadonlySet<string>,
): string {
  const free = known.filter((each) => !assigned.has(each));
  if (languageCode === null) return free[0] ?? 'und';
  const exact = free.find((each) => each.toLowerCase() === languageCode.toLowerCase());
  const similar = free.filter((each) => writtenOf(each) === writtenOf(languageCode));
  const isUnnamed = known.length === 1 && known[0] === 'und';
  return exact ?? (similar.length === 1 ? similar[0] : isUnnamed ? free[0] : undefined) ?? languageCode;
}

/** Returns the language and script of a tag: `zh-CN` is in those of `zh-Hans`, `zh-TW` is not. */
function writtenOf(tag: string): string {
  try {
    const { language, script = '' } = new Intl.Locale(tag).maximize();
    return tag === 'und' ? tag : `${language}-${script}`;
  } catch {
    return tag;
  }
}

/**
 * Subtracts the start timecode from captions that all begin after the cut, as some editors write them. The start is the
 * delivered one, or else the full hour before the first caption; if both fit, the one with more delivered captions.
 */
function fromCutStart(
  track: CaptionTrack,
  delivered: Timeline,
  before: CaptionTrack | undefined,
): CaptionTrack {
  const end = timelineDurationFrames(delivered);
  const first = track.captions.reduce((least, { startFrame }) => Math.min(least, startFrame), Infinity);
  if (track.captions.length === 0 || first < end) return track;
  const hour = (3600 * delivered.frameRate.numerator) / delivered.frameRate.denominator;
  const known = new Set(before?.captions.map(({ startFrame }) => startFrame));
  const countKnown = (start: number): number =>
    track.captions.filter(({ startFrame }) => known.has(startFrame - start)).length;
  // The first caption is rounded to a frame too.
  const [start = 0] = [delivered.startFrame, Math.round(Math.floor((first + 0.5) / hour) * hour)]
    .filter((frame) => frame <= first && first - frame < end)
    .sort((a, b) => countKnown(b) - countKnown(a));
  const captions = track.captions.map((each) => ({ ...each, startFrame: each.startFrame - start }));
  return { ...track, captions };
}

import type { CutOrigin, DocumentSuffix, UnreadableMedia } from '../../../src-shared/contract/delivery.ts';
import { editorTitles } from '../../../src-shared/contract/editor.ts';
import { editorOfReturn } from '../../../src-shared/contract/return-editor.ts';
import { openShotProfileOf } from '../../../src-timeline/formats/openshot/openshot-profiles.ts';
import { placedCuts } from '../../../src-timeline/model/place-on-grid.ts';
import { formatTimecode } from '../../../src-timeline/model/timecode.ts';
import { timelineDurationFrames, type Timeline } from '../../../src-timeline/model/timeline.ts';
import { returnsFolder } from './manifest.ts';

/** Names of a delivery's README: the usual one, and one for a delivery that brings a README of its own. */
export const readmeNames = ['README.txt', 'README_Dailies.txt'] as const;

/** Facts that a delivery's README.txt is written from. */
export interface ReadmeFacts {
  /** Title of the version, such as `Harbour lights v003`. */
  readonly title: string;
  readonly documents: readonly ReadmeDocument[];
  /** Null for the project's cut. */
  readonly cutOrigin: CutOrigin | null;
  /** Null when captions alone were delivered. */
  readonly timeline: Timeline | null;
  /** The cut before it moved to another rate or timecode; null if it did not. */
  readonly placedFrom?: Timeline | null;
  /** Paths of media that stay outside the delivery; none if absent. */
  readonly mediaOutside?: readonly string[];
  /** Number of media files in the delivery. */
  readonly mediaCount: number;
  readonly unreadable: readonly UnreadableMedia[];
  /** Name of the finished movie; null when there is none. */
  readonly movieName: string | null;
}

export interface ReadmeDocument {
  readonly name: string;
  readonly suffix: DocumentSuffix;
  readonly text: string;
}

/** First Final Cut Pro that reads a version of FCPXML, by its release notes; all of them read older versions. */
const finalCutOf: Readonly<Record<string, string>> = {
  '1.11': '10.7',
  '1.12': '10.8',
  '1.13': '11',
  '1.14': '12',
};

/** Minor number of the newest FCPXML that every DaVinci Resolve from 18 on reads. */
const newestForResolve = 10;

const resolveTimeline = 'File > Import > Timeline';

function readersOfFcpxml(text: string): string[] {
  const version = /<fcpxml\b[^>]*\sversion="(1\.(\d{1,2}))"/.exec(text);
  const since = finalCutOf[version?.[1] ?? ''];
  const finalCut = `Final Cut Pro${since === undefined ? '' : ` ${since} or later`}: File > Import > XML`;
  const isForResolve = Number(version?.[2] ?? Infinity) <= newestForResolve;
  return [finalCut, ...(isForResolve ? [`DaVinci Resolve 18 or later: ${resolveTimeline}`] : [])];
}

/** OpenShot places clips by the rate of its own project, whatever rate the document has. */
function readersOfOpenShotXml(timeline: Timeline | null): string[] {
  const command = 'File > Import Project > Import XML';
  if (timeline === null) return [`OpenShot: ${command}`];
  const { width, height } = timeline;
  const form = `${String(width)} x ${String(height)} at ${rateText(timeline)} frames per second`;
  const profile = openShotProfileOf(timeline) ?? form;
  return [
    `OpenShot: first File > Choose Profile > ${profile}, then ${command}.`,
    'At a profile of another rate the cut has another length.',
  ];
}

const hasDocument = (documents: readonly ReadmeDocument[], wanted: DocumentSuffix): boolean =>
  documents.some(({ suffix }) => suffix === wanted);

/**
 * Editors that read a document, each with the command to use. The commands come from the editors' own manuals; for
 * Kdenlive from trials: it takes plain paths alone, and only by its menu.
 */
const readersOf: Readonly<
  Record<ReadmeDocument['suffix'], (text: string, facts: ReadmeFacts) => readonly string[]>
> = {
  '.fcpxml': readersOfFcpxml,
  '.resolve.fcpxml': () => [`DaVinci Resolve 18 or later: ${resolveTimeline}`],
  '.resolve.xml': () => [`DaVinci Resolve, where the FCPXML does not suit: ${resolveTimeline}`],
  '.xml': (_text, { documents, timeline }) => [
    'Premiere Pro: File > Import',
    ...(hasDocument(documents, '.resolve.xml') ? [] : [`DaVinci Resolve: ${resolveTimeline}`]),
    ...(hasDocument(documents, '.openshot.xml') ? [] : readersOfOpenShotXml(timeline)),
  ],
  '.openshot.xml': (_text, { timeline }) => [
    ...readersOfOpenShotXml(timeline),
    'It knows no dissolves from other programs: they are cuts.',
  ],
  '.otio': () => ['Premiere Pro 25.6 or later: File > Import'],
  '.paths.otio': () => [
    `DaVinci Resolve 18.5 or later: ${resolveTimeline}`,
    'Kdenlive 25.04 or later: File > OpenTimelineIO Import. Opening it like a project does not work.',
  ],
  '.kdenlive': (text) => {
    const since = text.includes('docproperties.version">1.04<') ? '22.12' : '23.04';
    return [`Kdenlive ${since} or later: open it. The media and the captions lie beside it.`];
  },
  '.mlt': () => ['Shotcut: open it. The media lie beside it.'],
  '.edl': () => [
    'Media Composer and others that take CMX 3600: import it as an EDL. Its reels are listed in the .media.csv beside it.',
  ],
  '.srt': (_text, { documents }) => [
    'Captions, for every editor that imports SubRip. Put them at the first frame of the sequence.',
    documents.some(({ suffix, text }) => suffix === '.fcpxml' && text.includes('<caption'))
      ? 'Final Cut Pro: nothing to do, the FCPXML has them.'
      : 'Final Cut Pro: File > Import > Captions',
    'Premiere Pro: File > Import, then drag them to the sequence',
    'DaVinci Resolve: File > Import > Subtitle, then drag them to the timeline',
    'Kdenlive: Sequence > Subtitles > Import Subtitle File. Shotcut: the menu of the Subtitles panel',
  ],
  '.vtt': () => ['The same captions as WebVTT, for players and websites.'],
};

/** Sorts captions last, whatever the order in the bundle. */
function inOrder(documents: readonly ReadmeDocument[]): ReadmeDocument[] {
  const suffixes = Object.keys(readersOf);
  return documents.toSorted((a, b) => suffixes.indexOf(a.suffix) - suffixes.indexOf(b.suffix));
}

function section(heading: string, lines: readonly string[]): string[] {
  return ['', heading, ...lines.map((line) => `  ${line}`)];
}

function rateText({ frameRate }: Timeline): string {
  return String(Number((frameRate.numerator / frameRate.denominator).toFixed(3)));
}

function sequenceLine(timeline: Timeline): string {
  const { width, height, frameRate, isDropFrame } = timeline;
  const length = formatTimecode(timelineDurationFrames(timeline), frameRate, isDropFrame);
  return `${String(width)} x ${String(height)}, ${rateText(timeline)} frames per second, ${length} long.`;
}

const isLinked = ({ media }: Timeline): boolean => media.some(({ location }) => /^https?:/i.test(location));

function mediaSection({ timeline, mediaCount }: ReadmeFacts): string[] {
  if (timeline !== null && isLinked(timeline))
    return section('The media', [
      'They stay with the service. The documents link to them, and the links expire after some days.',
    ]);
  if (mediaCount === 0) return [];
  return section('media', [
    `${String(mediaCount)} files: the pictures, clips and sounds, each of its own. The documents find them where they`,
    'are now. If you move the folder, point your editor to them, or send the project again.',
  ]);
}

function outsideSection({ mediaOutside = [] }: ReadmeFacts): string[] {
  if (mediaOutside.length === 0) return [];
  return section('Media outside this folder', [
    ...mediaOutside,
    'The documents use these files where they are. Copy them too if you move or send this folder.',
  ]);
}

/** Lists how far another rate moved each cut of the pictures. */
function gridSection({ timeline, placedFrom }: ReadmeFacts): string[] {
  if (!timeline || !placedFrom) return [];
  const rows = placedCuts(placedFrom, timeline);
  const label = (frame: number, { startFrame, ...cut }: Timeline): string =>
    formatTimecode(startFrame + frame, cut.frameRate, cut.isDropFrame);
  return section(`Placed at ${rateText(timeline)} frames per second`, [
    `The project has ${rateText(placedFrom)}. Each cut is on the frame nearest to its time:`,
    ...rows.map(({ oldFrame, frame, shiftMs }) => {
      const shift = `${shiftMs > 0 ? '+' : ''}${String(Math.round(shiftMs * 10) / 10)} ms`;
      return `${label(oldFrame, placedFrom)} -> ${label(frame, timeline)}  ${shift}`;
    }),
  ]);
}

/** Empty for documents with links: the app cannot compare returns with them. */
function returnsSection({ timeline }: ReadmeFacts): string[] {
  if (timeline === null || isLinked(timeline)) return [];
  return section(returnsFolder, [
    'Put here what you made: a timeline (FCPXML, XML, OTIO, EDL), a project of Kdenlive or Shotcut, captions or a movie.',
    'Dailies notices it and lists what you changed. Saving over a document of this folder works as well.',
  ]);
}

function unreadableSection({ editor, files, forms }: UnreadableMedia): string[] {
  return section(`${editorTitles[editor]} cannot read these files (${forms.join(', ')})`, [
    ...files,
    'Convert them to ProRes, 4444 where they are transparent, and point your editor to the new files.',
  ]);
}

function originLine(origin: CutOrigin | null): string {
  if (origin === null) return 'The cut of the project.';
  if (origin.editor === 'dailies') return 'The cut of the project with your changes.';
  const editor = editorOfReturn[origin.editor];
  const made = `${new Date(origin.madeAt * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `An edit${editor ? ` from ${editorTitles[editor]}` : ''}, ${made}.`;
}

function movieSection({ movieName, timeline }: ReadmeFacts): string[] {
  if (movieName !== null) return section(movieName, ['The finished movie of this cut, to compare with.']);
  return timeline === null || isLinked(timeline) ? [] : ['', 'There is no finished movie of this cut.'];
}

/** Writes in plain words which document is for which editor, and what the other files are. UTF-8, LF. */
export function writeReadme(facts: ReadmeFacts): string {
  const { title, documents, timeline, cutOrigin } = facts;
  const lines = [
    title,
    '='.repeat([...title].length),
    ...(timeline === null ? [] : ['', originLine(cutOrigin), sequenceLine(timeline)]),
    ...inOrder(documents).flatMap(({ name, suffix, text }) => section(name, readersOf[suffix](text, facts))),
    ...gridSection(facts),
    ...movieSection(facts),
    ...mediaSection(facts),
    ...outsideSection(facts),
    ...returnsSection(facts),
    ...facts.unreadable.flatMap(unreadableSection),
  ];
  return `${lines.join('\n')}\n`;
}

import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import { editorOfReturn, type ReturnEditor } from '../../../src-shared/contract/return-editor.ts';
import type { Return } from '../../../src-shared/contract/return.ts';
import { withNotes } from '../../../src-timeline/diff/match/returned-markers.ts';
import { mediaListName, readEdl, readEdlMarkers } from '../../../src-timeline/formats/edl/edl.ts';
import { readFcpxml } from '../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { readKdenlive } from '../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readOpenShot } from '../../../src-timeline/formats/openshot/openshot.ts';
import { readOtio } from '../../../src-timeline/formats/otio/otio.ts';
import { readShotcut } from '../../../src-timeline/formats/shotcut/shotcut.ts';
import { readXmeml } from '../../../src-timeline/formats/xmeml/xmeml.ts';
import type { WantedSequence } from '../../../src-timeline/model/choose-sequence.ts';
import type { Loss } from '../../../src-timeline/model/losses.ts';
import type { Timeline, TimelineFormat, TimelineMarker } from '../../../src-timeline/model/timeline.ts';
import type { Manifest } from '../../deliveries/version/manifest.ts';
import { documentFor, formatOfDocument } from '../../editors/editor-documents.ts';
import { readOwnText, readRegularFile } from '../../foundation/files/read-foreign-file.ts';
import { decode } from '../../intake/decode-text.ts';
import { reading } from '../../projects/documents.ts';
import { folderOf, type ReturnFile } from '../watch/return-files.ts';
import type { DeliveredCut } from './delivered-cut.ts';
import { type CaptionsBeside, withCaptions, withCaptionsBeside } from './read-captions.ts';
import { maxCaptionsBytes, type ReturnContent } from './return-content.ts';

/** A returned cut, or the delivered cut with returned captions. */
export interface ReadReturn {
  readonly editor: ReturnEditor;
  readonly kind: 'timeline' | 'captions';
  readonly timeline: Timeline;
  /** The formats it went through; their losses are not edits. */
  readonly formats: readonly TimelineFormat[];
  /** What its editor loses beyond these formats. */
  readonly lost: readonly Loss[];
  /** The delivered cut to compare with, limited to what the returned form can hold. */
  readonly delivered: Timeline;
  /** True if the document names caption files that did not come with it, so that their edits are unknown. */
  readonly lacksCaptions: boolean;
  /** Null if no captions came beside the document. */
  readonly captionsBeside: CaptionsBeside | null;
  readonly readSequence: Return['readSequence'];
}

interface Context {
  readonly delivered: DeliveredCut;
  readonly manifest: Manifest;
  readonly versionFolder: string;
  /** Key of the sequence that the user chose in a document of several; null without a choice. */
  readonly sequence: string | null;
}

/** @throws AppError `document_unreadable`. */
export async function readReturn(
  file: ReturnFile,
  content: ReturnContent,
  context: Context,
): Promise<ReadReturn> {
  const name = basename(file.path);
  const { timeline: sent, markersOfService } = context.delivered;
  const { text, isDecoded } = content;
  if (!isDecoded)
    throw new AppError('document_unreadable', `${name} is in an unknown encoding.`, {
      details: { document: name, reason: 'encoding' },
    });
  if (file.type === 'srt')
    return {
      editor: 'srt',
      kind: 'captions',
      formats: [],
      lost: [],
      lacksCaptions: false,
      captionsBeside: null,
      readSequence: null,
      ...reading(name, () => withCaptions(sent, text)),
    };
  const extras = await readExtras(file, content, context);
  return reading(name, () => {
    let readSequence: Return['readSequence'] = null;
    const onChoice: WantedSequence['onChoice'] = (chosen, count) => {
      readSequence = { name: chosen.name, count };
    };
    const wanted = { ...extras.wanted, onChoice };
    const parsed = readers[documentTypeOf(file, text)](text, { ...extras, wanted });
    const { editor, format, isOfMarkers = false } = parsed;
    const went = formatFor(editor, context.manifest);
    const known = (isOfMarkers ? undefined : markersOfService.get(went)) ?? sent.markers ?? [];
    const found = withNotes(isOfMarkers ? withMarkersOf(parsed.timeline, known) : parsed.timeline, sent);
    const exportedAtMs = file.document.modifiedAtMs;
    const beside = withCaptionsBeside(found, sent, content.captions, exportedAtMs);
    const { timeline, delivered, captionsBeside } = beside;
    const lacksCaptions = timeline.captionTracks.length === 0 && namesCaptionFile(text);
    // The losses of what has no effects are those of an EDL.
    const more: TimelineFormat[] = losesEffects(editor, format) ? ['EDL'] : [];
    const comparable = lacksCaptions
      ? { ...delivered, captionTracks: [] }
      : inSameLanguage(delivered, timeline);
    // Several editors export no markers at all.
    const hasMarkers = (timeline.markers ?? []).length > 0;
    const markers = hasMarkers ? known : [];
    return {
      editor,
      kind: 'timeline',
      timeline,
      lacksCaptions,
      captionsBeside,
      readSequence,
      formats: isOfMarkers ? [] : [...new Set([went, format, ...more])],
      // OpenShot reads the places of clips alone.
      lost: editor === 'openshot' ? ['TRANSITIONS'] : [],
      delivered: { ...comparable, markers },
    };
  });
}

/** Returns the format sent to an editor: of the version's document for it, else the requested one. */
function formatFor(editor: ReturnEditor, { documents, format }: Manifest): TimelineFormat {
  const name = editorOfReturn[editor];
  const paths = documents.map(({ path }) => path);
  const path = name === undefined ? null : documentFor(name, paths);
  const found = path === null ? format : formatOfDocument(path);
  return found === 'SRT' || found === 'VTT' ? 'FCPXML' : found;
}

/** True for exports of Kdenlive in OTIO and imports of OpenShot, which have no effects. */
const losesEffects = (editor: ReturnEditor, format: TimelineFormat): boolean =>
  editor === 'openshot' || (editor === 'kdenlive' && format === 'OTIO');

interface Extras {
  readonly sideTexts: ReadonlyMap<string, string>;
  readonly mediaList: string | null;
  readonly delivered: Timeline;
  readonly wanted: WantedSequence;
}

interface Parsed {
  readonly editor: ReturnEditor;
  readonly format: TimelineFormat;
  readonly timeline: Timeline;
  /** True for the delivered cut with the markers of a document that holds nothing else. */
  readonly isOfMarkers?: boolean;
}

type DocumentType = 'fcpxml' | 'xmeml' | 'otio' | 'edl' | 'kdenlive' | 'mlt' | 'osp';

/** Resolve puts its own name into its exports. */
const isOfResolve = (text: string): boolean => /\(Resolve\)\s*(?:"|<\/name>)/.test(text);

function editorOfOtio(text: string): ReturnEditor {
  if (/"kdenlive"\s*:\s*\{\s*"version"/.test(text)) return 'kdenlive';
  const [isPremiere, isResolve] = ['"PremierePro_OTIO"', '"Resolve_OTIO"'].map((key) => text.includes(key));
  // Documents of this app have both.
  if (isPremiere === isResolve) return 'otio';
  return isPremiere === true ? 'premiere' : 'resolve';
}

/** Facts about the delivered cut that a returned document can lack. */
const factsOf = ({ width, height, ...timeline }: Timeline) => ({ ...timeline, size: { width, height } });

const readers: Readonly<Record<DocumentType, (text: string, extras: Extras) => Parsed>> = {
  fcpxml: (text, { wanted }) => ({
    editor: isOfResolve(text) ? 'resolve' : 'final-cut',
    format: 'FCPXML',
    timeline: readFcpxml(text, wanted),
  }),
  xmeml: (text, { wanted }) => ({
    editor: isOfResolve(text) ? 'resolve' : 'premiere',
    format: 'PREMIERE_XML',
    timeline: readXmeml(text, wanted),
  }),
  otio: (text, { delivered, wanted }) => ({
    editor: editorOfOtio(text),
    format: 'OTIO',
    timeline: readOtio(text, factsOf(delivered), wanted),
  }),
  edl: readList,
  kdenlive: (text, { sideTexts, wanted }) => ({
    editor: 'kdenlive',
    format: 'KDENLIVE',
    timeline: readKdenlive(text, sideTexts, wanted),
  }),
  mlt: (text, { wanted }) => ({ editor: 'shotcut', format: 'SHOTCUT', timeline: readShotcut(text, wanted) }),
  // OpenShot reads the XML of a version, without the effects and transitions in it.
  osp: (text, { delivered }) => ({
    editor: 'openshot',
    format: 'PREMIERE_XML',
    timeline: readOpenShot(text, delivered.name),
  }),
};

function readList(text: string, { mediaList, delivered, wanted }: Extras): Parsed {
  const facts = factsOf(delivered);
  const markers = readEdlMarkers(text, facts);
  const timeline = markers === null ? readEdl(text, facts, mediaList, wanted) : { ...delivered, markers };
  return { editor: 'edl', format: 'EDL', timeline, isOfMarkers: markers !== null };
}

/** Adds the known markers to a list that has none of them, such as one of a client's comments. */
function withMarkersOf(timeline: Timeline, known: readonly TimelineMarker[]): Timeline {
  const { markers = [] } = timeline;
  const frames = new Set(markers.map(({ frame }) => frame));
  const isWhole = known.some(({ frame }) => frames.has(frame));
  return isWhole ? timeline : { ...timeline, markers: [...known, ...markers] };
}

const rootOf = (text: string): string | undefined => /<(fcpxml|xmeml|mlt)(?:[\s>]|$)/.exec(text)?.[1];

/** False for XML of another kind, such as what a camera writes beside its clips. */
export function mayBeTimeline({ type }: Pick<ReturnFile, 'type'>, text: string): boolean {
  return type !== 'xml' || rootOf(text) !== undefined;
}

/** Detects the document type; `.xml` and `.mlt` are used by several formats. */
function documentTypeOf({ type }: ReturnFile, text: string): DocumentType {
  if (type === 'fcpxml' || type === 'otio' || type === 'edl' || type === 'kdenlive' || type === 'osp')
    return type;
  const root = rootOf(text);
  if (root === 'mlt' || type === 'mlt') return text.includes('kdenlive:docproperties') ? 'kdenlive' : 'mlt';
  return root === 'fcpxml' ? 'fcpxml' : 'xmeml';
}

const namesCaptionFile = (text: string): boolean =>
  text.includes('<mlt') && /\.(?:ass|srt)(?:"|&quot;|<)/i.test(text);

/** If one of the two only caption tracks has no language, treats both as the same language. */
function inSameLanguage(delivered: Timeline, returned: Timeline): Timeline {
  const [before, ...moreBefore] = delivered.captionTracks;
  const [after, ...moreAfter] = returned.captionTracks;
  const isAlone = moreBefore.length + moreAfter.length === 0;
  if (!before || !after || !isAlone) return delivered;
  if (before.languageCode !== 'und' && after.languageCode !== 'und') return delivered;
  return { ...delivered, captionTracks: [{ ...before, languageCode: after.languageCode }] };
}

/**
 * Reads the files that a document needs. Captions that a project names are beside it, or in the version's folder if the
 * project was copied alone. A decision list has its media list beside it.
 */
async function readExtras(
  file: ReturnFile,
  { text, sides }: ReturnContent,
  { versionFolder, sequence, delivered: { timeline: delivered } }: Context,
): Promise<Extras> {
  const { path, type } = file;
  const wanted = {
    name: delivered.name,
    fileNames: delivered.media.map(({ fileName }) => fileName),
    settings: delivered,
    ...(sequence !== null && { chosenKey: sequence }),
  };
  const folders = [...new Set([versionFolder, dirname(path)])];
  if (type === 'edl') {
    const listPath = join(dirname(path), mediaListName(basename(path)));
    const list = await readOwnText(listPath, folderOf(file), maxCaptionsBytes);
    return { sideTexts: new Map(), mediaList: list, delivered, wanted };
  }
  const sideTexts = new Map<string, string>();
  for (const folder of type === 'kdenlive' || type === 'mlt' ? folders : []) {
    const names = (await readdir(folder).catch(() => [])).filter((name) => /\.(?:ass|srt)$/i.test(name));
    for (const name of names.filter((each) => text.includes(each))) {
      const limits = { limitBytes: maxCaptionsBytes, within: folder };
      const side = await readRegularFile(join(folder, name), limits).catch(() => null);
      if (side) sideTexts.set(name, decode(side));
    }
  }
  for (const [name, side] of sides) sideTexts.set(name, side.text);
  return { sideTexts, mediaList: null, delivered, wanted };
}

import type { DeliveryFormat, UnreadableMedia } from '../../../src-shared/contract/delivery.ts';
import type { EditorName } from '../../../src-shared/contract/editor.ts';
import type { Timeline } from '../../../src-timeline/model/timeline.ts';
import { type MediaForm, mediaFormOfName, readMediaForm } from './media-form.ts';
import { fileOfMedia, type Place } from './verify-media.ts';

/** The editors that read the documents of a format. */
export const editorsOfFormat: Readonly<Record<DeliveryFormat, readonly EditorName[]>> = {
  FCPXML: ['FINAL_CUT', 'RESOLVE'],
  PREMIERE_XML: ['PREMIERE', 'RESOLVE'],
  OTIO: ['PREMIERE', 'RESOLVE', 'KDENLIVE'],
  SRT: [],
};

/**
 * Containers and codecs in bundles that each editor does not read. Lists known cases only; everything else counts as
 * readable.
 *
 * Final Cut Pro: what Apple does not list in "Supported media formats in Final Cut Pro" (User Guide; support article
 * HT209000). Premiere Pro: what Adobe does not list in "Supported file formats" (helpx.adobe.com), which names WebM and
 * Matroska nowhere. DaVinci Resolve: the still formats of its manual have no SVG. Kdenlive 26.08 and Shotcut 26.9
 * decode by FFmpeg and draw SVG by Qt: neither refused any of our media when tried.
 */
const unreadBy: Readonly<Record<EditorName, readonly string[]>> = {
  FINAL_CUT: ['WebM', 'Matroska', 'Ogg', 'FLAC', 'WebP', 'AVIF', 'SVG', 'VP8', 'VP9', 'AV1'],
  PREMIERE: ['WebM', 'Matroska', 'Ogg', 'AVIF', 'VP8', 'VP9'],
  RESOLVE: ['SVG'],
  KDENLIVE: [],
  SHOTCUT: [],
  OPENSHOT: [],
  AVID: [],
};

interface FormedFile {
  readonly name: string;
  readonly form: MediaForm;
}

/** Lists the media of a timeline that each editor cannot read; leaves out editors that read all. */
export async function findUnreadableMedia(
  timeline: Timeline,
  editors: readonly EditorName[],
  place: Place,
): Promise<UnreadableMedia[]> {
  const files: FormedFile[] = [];
  for (const { fileName, location } of timeline.media) {
    const path = fileOfMedia(location, place);
    const form = path === null ? mediaFormOfName(fileName) : await readMediaForm(path);
    if (form) files.push({ name: fileName, form });
  }
  return editors.flatMap((editor) => {
    const unread = files.filter(({ form: { container, codec } }) =>
      unreadBy[editor].some((word) => word === container || word === codec),
    );
    const forms = [...new Set(unread.map(({ form }) => nameOfForm(form)))];
    return unread.length === 0 ? [] : [{ editor, files: unread.map(({ name }) => name), forms }];
  });
}

/** `VP9 in WebM`, or the container alone. */
function nameOfForm({ container, codec }: MediaForm): string {
  return codec === null ? container : `${codec} in ${container}`;
}

import { checkTimeline } from '../../model/check-timeline.ts';
import type { WantedSequence } from '../../model/choose-sequence.ts';
import { parsing } from '../../model/timeline-parse-error.ts';
import type { Timeline, Track } from '../../model/timeline.ts';
import { writeSrt } from '../captions/srt.ts';
import { mltElement, type MltProperties, profileElement } from '../mlt/mlt-parts.ts';
import { placeItems } from '../mlt/mlt-written-items.ts';
import { guideText, ownDocumentText } from '../own-document.ts';
import { parseXml } from '../xml/xml-reader.ts';
import { writeXmlElement, type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import { plainMarkerColour, readShotcutDocument } from './shotcut-reader.ts';
import { shotcutTitle } from './shotcut-title.ts';
import { buildShotcutTrack, ShotcutProducers } from './shotcut-tracks.ts';

export interface ShotcutOptions {
  /** Text for the project notes, which identifies the delivery. Shotcut keeps the notes. */
  readonly notes?: string;
}

/** Version that the document claims. Programs refuse documents of a later version; this one supports captions. */
const title = 'Shotcut version 24.01.01';

/** Property of the app on the colour below all tracks, because the editor keeps only properties of producers. */
const ownDocumentProperty = 'dailies:document';

function backgroundElements(timeline: Timeline, lastFrame: number): readonly XmlElement[] {
  const properties: MltProperties = {
    length: lastFrame + 1,
    eof: 'pause',
    resource: 0,
    mlt_service: 'color',
    mlt_image_format: 'rgba',
    'set.test_audio': 0,
    aspect_ratio: 1,
    [ownDocumentProperty]: ownDocumentText(timeline),
    'dailies:name': timeline.name,
  };
  return [
    mltElement('producer', { id: 'black', in: 0, out: lastFrame }, properties),
    xmlElement('playlist', { id: 'background' }, [
      xmlElement('entry', { producer: 'black', in: 0, out: lastFrame }),
    ]),
  ];
}

/** Makes the transitions that add up the sound of all tracks and composite each picture over the one below. */
function blendElements(tracks: readonly Track[]): readonly XmlElement[] {
  let below = 0;
  return tracks.flatMap(({ kind }, index) => {
    const at = index + 1;
    const mix = { a_track: 0, b_track: at, mlt_service: 'mix', always_active: 1, sum: 1 };
    if (kind === 'audio') return [mltElement('transition', {}, mix)];
    const blend = {
      a_track: below,
      b_track: at,
      mlt_service: 'qtblend',
      threads: 0,
      compositing: 0,
      distort: 0,
    };
    const isLowest = below === 0;
    below = at;
    return [
      mltElement('transition', {}, mix),
      mltElement('transition', {}, { ...blend, rotate_center: 0, disable: isLowest ? 1 : 0 }),
    ];
  });
}

/** Makes one editable feed for each language; Shotcut shows the first. */
function captionFilters({ captionTracks, frameRate }: Timeline): readonly XmlElement[] {
  const feeds = captionTracks.map((track, index) =>
    mltElement(
      'filter',
      {},
      {
        mlt_service: 'subtitle_feed',
        feed: `Captions ${String(index + 1)}`,
        lang: track.languageCode,
        text: writeSrt(track, frameRate).replaceAll('\r\n', '\n'),
        'shotcut:hidden': 1,
      },
    ),
  );
  const shown = mltElement(
    'filter',
    {},
    {
      mlt_service: 'subtitle',
      'shotcut:filter': 'subtitles',
      feed: 'Captions 1',
      geometry: '20%/75%:60%x20%',
      family: 'Sans',
      size: 65,
      weight: 750,
      fgcolour: '#ffffffff',
      bgcolour: '#00000000',
      olcolour: '#ff000000',
      outline: 3,
      halign: 'center',
      valign: 'bottom',
    },
  );
  return feeds.length === 0 ? [] : [...feeds, shown];
}

/** Writes markers as Shotcut stores them: properties within a property. */
function markersElement({ markers = [] }: Timeline): XmlElement | null {
  if (markers.length === 0) return null;
  const each = markers.map((marker, index) =>
    mltElement(
      'properties',
      { name: String(index) },
      {
        text: guideText(marker),
        start: marker.frame,
        end: marker.frame + (marker.durationFrames ?? 1) - 1,
        color: /^#[\da-f]{6}$/i.test(marker.colour ?? '') ? (marker.colour ?? null) : plainMarkerColour,
      },
    ),
  );
  return xmlElement('properties', { name: 'shotcut:markers' }, each);
}

/**
 * Writes a project that Shotcut opens directly, including captions. Media are found beside the document.
 *
 * The format loses: media no clip uses, holes at the end of a track, names and markers of clips, disabled clips, the
 * style of transitions, and the last frame of a caption that another one follows at once. Items without media of Shotcut
 * and all titles with words are clips of its own; other items are left out. Facts that Shotcut has no
 * place for are kept in properties of producers, which it preserves.
 * @throws RangeError when the timeline breaks a rule of `checkTimeline`.
 */
export function writeShotcut(written: Timeline, { notes }: ShotcutOptions = {}): string {
  checkTimeline(written);
  const placed = placeItems(written, 'SHOTCUT', (item, words) => shotcutTitle(item, words, written));
  const { timeline } = placed;
  const lastFrame = placed.lengthFrames - 1;
  const producers = new ShotcutProducers(timeline);
  const tracks = [
    ...timeline.tracks.filter(({ kind }) => kind === 'video'),
    ...timeline.tracks.filter(({ kind }) => kind === 'audio'),
  ];
  const built = tracks.map((track) => buildShotcutTrack(track, placed, producers));
  const main = mltElement(
    'tractor',
    { id: 'tractor0', title, in: 0, out: lastFrame },
    {
      shotcut: 1,
      'shotcut:projectAudioChannels': 2,
      'shotcut:projectFolder': 0,
      'shotcut:projectNote': notes ?? null,
    },
    [
      markersElement(timeline),
      xmlElement('track', { producer: 'background' }),
      ...built.map(({ playlist }, index) =>
        xmlElement('track', {
          producer: String(playlist.attributes['id']),
          hide: tracks[index]?.kind === 'audio' ? 'video' : null,
        }),
      ),
      ...blendElements(tracks),
      ...captionFilters(timeline),
    ],
  );
  const root = xmlElement('mlt', { LC_NUMERIC: 'C', version: '7.22.0', title, producer: 'main_bin' }, [
    profileElement(timeline),
    mltElement('playlist', { id: 'main_bin' }, { xml_retain: 1 }),
    ...backgroundElements(timeline, lastFrame),
    ...built.flatMap(({ elements, playlist }) => [...elements, playlist]),
    main,
  ]);
  return `<?xml version="1.0" encoding="utf-8"?>\n${writeXmlElement(root)}\n`;
}

/**
 * Reads a project as Shotcut 22 and later save it. Colours, texts, nested projects and all else that shows no file are
 * items without media; other filters are kept as they are. A time that is not understood makes its clip an unreadable
 * item.
 * @param wanted expected cut, for a document with several timelines.
 * @throws TimelineParseError for malformed or unsafe documents, SeveralSequencesError if several timelines could be the
 * expected one.
 */
export function readShotcut(text: string, wanted: WantedSequence | null = null): Timeline {
  return parsing(() => readShotcutDocument(parseXml(text, 'mlt'), wanted));
}

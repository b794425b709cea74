import { readSrt, writeSrt } from '../../../../src-timeline/formats/captions/srt.ts';
import { type Loss, losses } from '../../../../src-timeline/model/losses.ts';
import type {
  Clip,
  Gap,
  MediaReference,
  Timeline,
  TimelineFormat,
  TimelineMarker,
  Track,
} from '../../../../src-timeline/model/timeline.ts';
import { withKeptItems } from './fcpxml/fcpxml-items-kept.ts';
import { itemLosses } from './item-losses.ts';

/**
 * Predicts a timeline after a round trip. Applies the losses from the formats' docstrings with code that is independent
 * of the code under test.
 */

// eslint-disable-next-line no-control-regex -- what XML cannot carry
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export function inXml(text: string): string {
  return text.toWellFormed().replace(notInXml, '');
}

/** Removes holes at the end and joins adjacent ones. */
function withPlainHoles(items: Track['items']): readonly (Clip | Gap)[] {
  const plain: (Clip | Gap)[] = [];
  for (const item of items) {
    const last = plain.at(-1);
    if (item.kind === 'gap' && last?.kind === 'gap')
      plain[plain.length - 1] = { kind: 'gap', durationFrames: last.durationFrames + item.durationFrames };
    else plain.push(item);
  }
  return plain.at(-1)?.kind === 'gap' ? plain.slice(0, -1) : plain;
}

/**
 * Names links by their order, so that equal links compare as equal whatever their IDs. Removes links of single clips.
 */
function withNumberedLinks(tracks: readonly Track[]): readonly Track[] {
  const ids = tracks.flatMap(({ items }) => items.map((item) => (item.kind === 'clip' ? item.linkId : null)));
  const shared = [
    ...new Set(ids.filter((id) => id !== null && ids.filter((other) => other === id).length > 1)),
  ];
  const numbered = (id: string | null): string | null =>
    shared.includes(id) ? `link ${String(shared.indexOf(id))}` : null;
  return tracks.map((track) => ({
    ...track,
    items: track.items.map((item) =>
      item.kind === 'clip' ? { ...item, linkId: numbered(item.linkId) } : item,
    ),
  }));
}

/** Returns fades where there is no transition, within the frames that no transition uses. */
function withOpenFades(item: Clip | Gap, index: number, items: Track['items']): Clip | Gap {
  const next = items[index + 1];
  if (item.kind === 'gap' || !item.fades) return item;
  const fades = { ...item.fades };
  const { durationFrames, transition } = item;
  const { framesBeforeCut = 0 } = transition ?? {};
  if (transition) {
    fades.inFrames = 0;
    const taken = transition.durationFrames - framesBeforeCut;
    if (fades.outFrames > durationFrames - taken) fades.outFrames = durationFrames - taken;
  }
  if (next?.kind === 'clip' && next.transition) {
    fades.outFrames = 0;
    const taken = next.transition.framesBeforeCut ?? 0;
    if (fades.inFrames > durationFrames - taken) fades.inFrames = durationFrames - taken;
  }
  if (fades.inFrames + fades.outFrames > 0) return { ...item, fades };
  const bare = { ...item };
  Reflect.deleteProperty(bare, 'fades');
  return bare;
}

const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0;

function withRoundNumbers(item: Clip | Gap): Clip | Gap {
  if (item.kind === 'gap') return item;
  const { motion, levels } = item;
  return {
    ...item,
    ...(motion && {
      motion: motion.map(({ frame, scale, x, y }) => ({
        frame: motion.length === 1 ? 0 : frame,
        scale: rounded(scale, 3),
        x: rounded(x, 3),
        y: rounded(y, 3),
      })),
    }),
    ...(levels && { levels: levels.map(({ frame, levelDb }) => ({ frame, levelDb: rounded(levelDb, 1) })) }),
  };
}

/**
 * Returns the form in which two timelines are compared. Also applies to timelines as read: it changes link IDs, and
 * rounds numbers that no format keeps to the last digit.
 */
export function comparable(timeline: Timeline): Timeline {
  const tracks = withNumberedLinks(timeline.tracks);
  return { ...timeline, tracks: mapClips(tracks, withRoundNumbers) };
}

function mapClips(tracks: readonly Track[], change: (item: Clip | Gap) => Clip | Gap): readonly Track[] {
  return tracks.map((track) => ({ ...track, items: track.items.map(change) }));
}

function changeClips(timeline: Timeline, change: (clip: Clip) => Clip): Timeline {
  const tracks = mapClips(timeline.tracks, (item) => (item.kind === 'gap' ? item : change(item)));
  return { ...timeline, tracks };
}

function without(timeline: Timeline, ...keys: readonly (keyof Clip)[]): Timeline {
  return changeClips(timeline, (clip) => {
    const kept = { ...clip };
    for (const key of keys) Reflect.deleteProperty(kept, key);
    return kept;
  });
}

function withTransition(clip: Clip, change: Partial<NonNullable<Clip['transition']>>): Clip {
  if (!clip.transition) return clip;
  const { framesBeforeCut, ...changed } = { ...clip.transition, ...change };
  return { ...clip, transition: { ...changed, ...(framesBeforeCut ? { framesBeforeCut } : {}) } };
}

/** Moves the cut below each transition to the wanted frame of the transition. */
function withCutsAt(timeline: Timeline, wanted: (duration: number, before: number) => number): Timeline {
  const stills = new Set(timeline.media.filter(({ kind }) => kind === 'still').map(({ mediaId }) => mediaId));
  const later = (item: Clip | Gap | undefined): number => {
    if (item?.kind !== 'clip' || !item.transition) return 0;
    const { durationFrames, framesBeforeCut = 0 } = item.transition;
    return wanted(durationFrames, framesBeforeCut) - framesBeforeCut;
  };
  const tracks = timeline.tracks.map((track) => ({
    ...track,
    items: track.items.map((item, index) => {
      if (item.kind === 'gap') return item;
      const head = later(item);
      const tail = later(track.items[index + 1]);
      const durationFrames = item.durationFrames - head + tail;
      const move = <P extends { frame: number }>(point: P): P => ({ ...point, frame: point.frame - head });
      const markers = (item.markers ?? [])
        .map(move)
        .filter(({ frame }) => frame >= 0 && frame < durationFrames);
      const moved = {
        ...item,
        durationFrames,
        sourceStartFrame: stills.has(item.mediaId) ? 0 : item.sourceStartFrame + head,
        ...(item.motion && { motion: item.motion.map(move) }),
        ...(item.markers && { markers }),
      };
      if (item.markers && markers.length === 0) Reflect.deleteProperty(moved, 'markers');
      return withTransition(moved, { framesBeforeCut: (item.transition?.framesBeforeCut ?? 0) + head });
    }),
  }));
  return { ...timeline, tracks };
}

const halfOf = (frames: number): number => Math.floor(frames / 2);

function withoutTouching(timeline: Timeline): Timeline {
  const captionTracks = timeline.captionTracks.map(({ languageCode, captions }) => ({
    languageCode,
    captions: captions.map((caption, index) => {
      const room = (captions[index + 1]?.startFrame ?? Infinity) - caption.startFrame;
      const isCut = room === caption.durationFrames && caption.durationFrames > 1;
      return isCut ? { ...caption, durationFrames: caption.durationFrames - 1 } : caption;
    }),
  }));
  return { ...timeline, captionTracks };
}

function withoutKey(timeline: Timeline, key: keyof Timeline): Timeline {
  const kept = { ...timeline };
  Reflect.deleteProperty(kept, key);
  return kept;
}

/** Applies each loss of the table without the writers' code. The generator never makes effects of other formats. */
const appliedLosses: Readonly<Record<Loss, (timeline: Timeline, format: TimelineFormat) => Timeline>> = {
  CLIP_NAMES: (timeline) => {
    const names = new Map(timeline.media.map(({ mediaId, fileName }) => [mediaId, fileName]));
    return changeClips(timeline, (clip) => ({ ...clip, name: names.get(clip.mediaId) ?? '' }));
  },
  CAPTIONS: (timeline) => ({ ...timeline, captionTracks: [] }),
  TOUCHING_CAPTIONS: withoutTouching,
  MEDIA_NOT_USED: (timeline) => ({ ...timeline, media: onlyUsedMedia(timeline) }),
  TRACK_ENDS: (timeline) => ({
    ...timeline,
    tracks: timeline.tracks.map((track) => ({ ...track, items: withPlainHoles(track.items) })),
  }),
  EMPTY_TRACKS: (timeline) => ({
    ...timeline,
    tracks: timeline.tracks.filter(({ items }) => items.some(({ kind }) => kind === 'clip')),
  }),
  TRACK_NAMES: (timeline) => {
    const counts = { video: 0, audio: 0 };
    const tracks = timeline.tracks.map((track) => {
      counts[track.kind] += 1;
      return {
        ...track,
        name: `${track.kind === 'video' ? 'Video' : 'Audio'} ${String(counts[track.kind])}`,
      };
    });
    return { ...timeline, tracks };
  },
  BACKGROUND_ROLES: (timeline) => ({
    ...timeline,
    tracks: timeline.tracks.map((track) => ({
      ...track,
      role: track.kind === 'video' ? 'video' : track.role,
    })),
  }),
  MARKERS: (timeline) => withoutKey(timeline, 'markers'),
  MARKER_NOTES: (timeline) => ({
    ...timeline,
    ...(timeline.markers && {
      markers: timeline.markers.map(({ frame, name, note }) => {
        const joined = [name, note]
          .map(inXml)
          .filter((part) => part !== '')
          .join(': ');
        const [head = '', ...rest] = joined.split(': ');
        return { frame, name: head, note: rest.join(': ') };
      }),
    }),
  }),
  CLIP_MARKERS: (timeline) => without(timeline, 'markers'),
  NOTES_OF_USES: (timeline) => {
    const notes = new Map<string, string>();
    changeClips(timeline, (clip) => {
      if (clip.note !== null && !notes.has(clip.mediaId)) notes.set(clip.mediaId, clip.note);
      return clip;
    });
    return changeClips(timeline, (clip) => ({ ...clip, note: notes.get(clip.mediaId) ?? null }));
  },
  LINKS: (timeline) => changeClips(timeline, (clip) => ({ ...clip, linkId: null })),
  TRANSITIONS: (timeline) => without(timeline, 'transition'),
  OTHER_TRANSITIONS: (timeline) => {
    const primary = timeline.tracks.findIndex(({ kind, role }) => kind === 'video' && role !== 'background');
    const bare = without(timeline, 'transition').tracks;
    return {
      ...timeline,
      tracks: timeline.tracks.map((track, at) => (at === primary ? track : (bare[at] ?? track))),
    };
  },
  TRANSITION_STYLES: (timeline) => changeClips(timeline, (clip) => withTransition(clip, { style: 'FADE' })),
  POP_TRANSITIONS: (timeline) =>
    changeClips(timeline, (clip) =>
      clip.transition?.style === 'POP' ? withTransition(clip, { style: 'FADE' }) : clip,
    ),
  CUTS_WITHIN_TRANSITIONS: (timeline) => withCutsAt(timeline, halfOf),
  UNEVEN_CUTS_WITHIN_TRANSITIONS: (timeline) =>
    withCutsAt(timeline, (duration, before) => ([0, duration].includes(before) ? before : halfOf(duration))),
  MOTION: (timeline) => without(timeline, 'motion'),
  LEVELS: (timeline) => without(timeline, 'levels'),
  FADES: (timeline) => without(timeline, 'fades'),
  FADES_AT_TRANSITIONS: (timeline) => ({
    ...timeline,
    tracks: timeline.tracks.map(({ items, ...track }) => ({ ...track, items: items.map(withOpenFades) })),
  }),
  FIRST_FRAMES_AT_SPEED: (timeline) => timeline,
  DISABLED_CLIPS: (timeline) => without(timeline, 'isDisabled'),
  TRANSPARENCY: (timeline) => ({
    ...timeline,
    media: timeline.media.map((media) => {
      const kept = { ...media };
      Reflect.deleteProperty(kept, 'isTransparent');
      return kept;
    }),
  }),
  OWN_EFFECTS: (timeline) => timeline,
  FOREIGN_EFFECTS: (timeline) => timeline,
  ...itemLosses,
};

/** Returns the part of a timeline that a format keeps according to the table. */
function keptBy(format: TimelineFormat, timeline: Timeline, textOf = inXml): Timeline {
  const lost = losses[format].reduce((left, loss) => appliedLosses[loss](left, format), timeline);
  const kept = changeClips(lost, (clip) => ({
    ...clip,
    note: clip.note === null ? null : textOf(clip.note),
    ...(clip.markers && { markers: clip.markers.map(withMarkerText(textOf)) }),
  }));
  const markers = kept.markers?.map(withMarkerText(textOf));
  return comparable({ ...kept, name: textOf(timeline.name), ...(markers && { markers }) });
}

const withMarkerText =
  (textOf: (text: string) => string) =>
  (marker: TimelineMarker): TimelineMarker => ({
    ...marker,
    name: textOf(marker.name),
    note: textOf(marker.note),
  });

function onlyUsedMedia(timeline: Timeline): readonly MediaReference[] {
  const used = new Set(
    timeline.tracks.flatMap(({ items }) =>
      items.flatMap((item) => (item.kind === 'clip' ? [item.mediaId] : [])),
    ),
  );
  return [...used].flatMap((id) => timeline.media.filter(({ mediaId }) => mediaId === id));
}

/** Keeps the lines of captions that XML and SubRip can store, and removes empty captions. */
function withPlainCaptions(timeline: Timeline): Timeline {
  return changeCaptionLines(timeline, (line) => inXml(line).split('\n'));
}

/** Changes the lines of all captions, and removes the ends of lines, empty lines and empty captions. */
function changeCaptionLines(timeline: Timeline, linesOf: (line: string) => readonly string[]): Timeline {
  const captionTracks = timeline.captionTracks.map(({ languageCode, captions }) => ({
    languageCode,
    captions: captions
      .map((caption) => ({
        ...caption,
        lines: caption.lines
          .flatMap(linesOf)
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      }))
      .filter(({ lines }) => lines.length > 0),
  }));
  return { ...timeline, captionTracks };
}

export function keptByFcpxml(timeline: Timeline): Timeline {
  const kept = withKeptItems(timeline, keptBy('FCPXML', withPlainCaptions(timeline)), inXml);
  return { ...kept, captionTracks: kept.captionTracks.filter(({ captions }) => captions.length > 0) };
}

export function keptByXmeml(timeline: Timeline): Timeline {
  const kept = keptBy('PREMIERE_XML', timeline, (text) => inXml(text));
  const trimmed = ({ frame, name, note }: TimelineMarker): TimelineMarker => ({
    frame,
    name: name.trim(),
    note: note.trim(),
  });
  const plain = changeClips(kept, (clip) => ({
    ...clip,
    note: clip.note?.trim() === '' ? null : clip.note,
    ...(clip.markers && { markers: clip.markers.map(trimmed) }),
  }));
  const tracks = plain.tracks.map((track): Track => {
    const isEmpty = track.kind === 'audio' && track.items.length === 0;
    return isEmpty ? { ...track, role: 'dialogue' } : track;
  });
  const markers = plain.markers?.map(trimmed);
  return { ...plain, name: kept.name.trim(), tracks, ...(markers && { markers }) };
}

export function keptByOtio(timeline: Timeline): Timeline {
  return keptBy('OTIO', timeline, (text) => text);
}

/** Keeps the lines of captions that formats without control characters can store. */
function withCaptionLines(timeline: Timeline, textOf: (line: string) => string): Timeline {
  return changeCaptionLines(timeline, (line) =>
    line.split(/[\r\n\u2028\u2029]+/).map((part) => textOf(part.toWellFormed().replace(/\p{Cc}+/gu, ' '))),
  );
}

export function keptByKdenlive(timeline: Timeline): Timeline {
  const braces: Readonly<Record<string, string>> = { '\uff5b': '{', '\uff5d': '}' };
  const captioned = withCaptionLines(timeline, (line) =>
    line.replace(/[\uff5b\uff5d]/g, (brace) => braces[brace] ?? ''),
  );
  return keptBy('KDENLIVE', captioned);
}

/** Shotcut stores captions as SubRip, whose losses have their own tests. */
export function keptByShotcut(timeline: Timeline): Timeline {
  const captionTracks = timeline.captionTracks.map((track) =>
    readSrt(inXml(writeSrt(track, timeline.frameRate)), timeline.frameRate, track.languageCode),
  );
  return { ...keptBy('SHOTCUT', timeline), captionTracks };
}

/** Puts each text on one line. */
export function keptByEdl(timeline: Timeline): Timeline {
  const inline = (text: string): string =>
    text
      .toWellFormed()
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim();
  const plain = (marker: TimelineMarker): TimelineMarker => {
    const parts = [inXml(marker.name), inXml(marker.note)].filter((part) => part !== '');
    return { frame: marker.frame, name: inline(parts.join(': ')), note: '' };
  };
  const markers = timeline.markers?.map(plain);
  const kept = keptBy('EDL', { ...timeline, ...(markers && { markers }) }, (text) => text);
  return changeClips(kept, (clip) => ({ ...clip, note: inline(clip.note ?? '') || null }));
}

import type { Clip, Gap, MediaReference, Timeline, Track } from '../../../../src-shared/timeline/timeline.ts';

/**
 * What a timeline looks like after it was written and read: the losses the formats' docstrings name, applied here by
 * other means than the code under test.
 */

// eslint-disable-next-line no-control-regex -- what XML cannot carry
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export function inXml(text: string): string {
  return text.toWellFormed().replace(notInXml, '');
}

/** Holes at the end go, holes that touch become one. */
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

/** Links named after their order, so that equal links are equal whatever their ids; lone ones gone. */
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

/** The form two timelines are compared in. Applied to what was read as well: it changes nothing but link ids there. */
export function comparable(timeline: Timeline): Timeline {
  return { ...timeline, tracks: withNumberedLinks(timeline.tracks) };
}

function namedAfterFile(timeline: Timeline, textOf: (text: string) => string): Timeline {
  const fileNames = new Map(timeline.media.map(({ mediaId, fileName }) => [mediaId, fileName]));
  const rename = (item: Clip | Gap): Clip | Gap => {
    if (item.kind === 'gap') return item;
    return {
      ...item,
      name: fileNames.get(item.mediaId) ?? '',
      note: item.note === null ? null : textOf(item.note),
    };
  };
  const tracks = timeline.tracks.map((track) => ({
    ...track,
    items: withPlainHoles(track.items).map(rename),
  }));
  return comparable({ ...timeline, name: textOf(timeline.name), tracks });
}

function onlyUsedMedia(timeline: Timeline): readonly MediaReference[] {
  const used = new Set(
    timeline.tracks.flatMap(({ items }) =>
      items.flatMap((item) => (item.kind === 'clip' ? [item.mediaId] : [])),
    ),
  );
  return [...used].flatMap((id) => timeline.media.filter(({ mediaId }) => mediaId === id));
}

export function keptByFcpxml(timeline: Timeline): Timeline {
  const kept = namedAfterFile(timeline, inXml);
  Reflect.deleteProperty(kept, 'markers');
  const captionTracks = kept.captionTracks.map(({ languageCode, captions }) => ({
    languageCode,
    captions: captions
      .map((caption) => ({
        ...caption,
        lines: caption.lines
          .flatMap((line) => inXml(line).split('\n'))
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      }))
      .filter(({ lines }) => lines.length > 0)
      .map((caption, index, shown) => {
        const gapFrames =
          (shown[index + 1]?.startFrame ?? Infinity) - caption.startFrame - caption.durationFrames;
        const isCut = gapFrames === 0 && caption.durationFrames > 1;
        return isCut ? { ...caption, durationFrames: caption.durationFrames - 1 } : caption;
      }),
  }));
  return {
    ...kept,
    tracks: kept.tracks.filter(({ items }) => items.length > 0),
    captionTracks: captionTracks.filter(({ captions }) => captions.length > 0),
  };
}

export function keptByXmeml(timeline: Timeline): Timeline {
  const kept = namedAfterFile(timeline, inXml);
  const counts = { video: 0, audio: 0 };
  const tracks = kept.tracks.map((track): Track => {
    counts[track.kind] += 1;
    const label = track.kind === 'video' ? 'Video' : 'Audio';
    const role = track.kind === 'audio' && track.items.length === 0 ? 'dialogue' : track.role;
    const items = track.items.map((item) =>
      item.kind === 'clip' && item.note?.trim() === '' ? { ...item, note: null } : item,
    );
    return { ...track, name: `${label} ${String(counts[track.kind])}`, role, items };
  });
  const markers = (timeline.markers ?? []).map(({ frame, name, note }) => ({
    frame,
    name: inXml(name).trim(),
    note: inXml(note).trim(),
  }));
  return {
    ...{ ...kept, name: kept.name.trim(), tracks, captionTracks: [], media: onlyUsedMedia(kept) },
    ...(markers.length > 0 && { markers }),
  };
}

export function keptByOtio(timeline: Timeline): Timeline {
  const kept = namedAfterFile(timeline, (text) => text);
  return { ...kept, captionTracks: [], media: onlyUsedMedia(kept) };
}

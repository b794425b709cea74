import type { Node } from '../merge/arrangement.ts';
import { type MergedNode, trackKey } from '../merge/merged-node.ts';
import { arrangeCaptions } from '../model/arrange-captions.ts';
import { clipExtras } from '../model/clip-extras.ts';
import type { Caption, Clip, MediaReference, Timeline, TimelineMarker } from '../model/timeline.ts';
import { endingWith, withFrames } from './change-length.ts';
import type { ChangeOf } from './change.ts';
import { laidOut, type Laying } from './layout.ts';
import { noteOf } from './notes.ts';
import type { ArrangedCut, ArrangedScene, SceneCut } from './scene-cut.ts';
import { anchoredTo, besideOf, clipsOfScene, lengthOfScene, linkOfScene, withScene } from './scene-layout.ts';
import { isVoice } from './scene-sounds.ts';

/** Index of the track for voices; -1 without one. */
export function voiceTrackIndex({ tracks }: Timeline): number {
  return tracks.findIndex(({ kind, role }) => kind === 'audio' && role === 'dialogue');
}

/**
 * Gives a scene a new voice, which is in the cut already. The scene keeps the pauses before and after it; a scene that
 * had no voice is at least as long as before. Captions over the old voice are spread over the new one.
 */
export function revoice(laying: Laying, scene: ArrangedScene, media: MediaReference): SceneCut | null {
  const { durationFrames } = media;
  if (durationFrames === null) return null;
  const { arranged, merge } = laying;
  const voices = laying.nodes.flatMap((node) => {
    const beside = besideOf(node, laying, scene);
    return beside && isVoice(node.part, scene, arranged.cut) ? beside : [];
  });
  const [first] = voices;
  const old = lengthOfScene(scene);
  const start = Math.min(...voices.map((voice) => voice.start));
  const end = Math.max(...voices.map((voice) => voice.start + voice.clip.durationFrames));
  const frames = first ? Math.max(1, old + durationFrames - (end - start)) : Math.max(old, durationFrames);
  const linkId = linkOfScene(scene);
  const spread = (frame: number): number =>
    frame <= start ? frame : Math.round(start + ((frame - start) * durationFrames) / (end - start));
  const clips = withFrames(clipsOfScene(scene), frames, scene, merge);
  const layout = withScene(laying, scene, {
    clips: clips.map((one) => ({ ...one, linkId })),
    beside: (one) => {
      const isOld = voices.some(({ node }) => node === one.node);
      return isOld ? null : endingWith(one, old, frames, merge);
    },
    mark: (mark) => {
      if (!first) return mark;
      if (mark.offset >= end) return { ...mark, offset: mark.offset + frames - old };
      const offset = spread(mark.offset);
      if (mark.durationFrames === 0) return { ...mark, offset };
      return { offset, durationFrames: Math.max(1, spread(mark.offset + mark.durationFrames) - offset) };
    },
  });
  const id = `voice ${scene.sceneId}`;
  const clip: Clip = {
    kind: 'clip',
    name: media.fileName,
    mediaId: media.mediaId,
    sourceStartFrame: 0,
    durationFrames,
    linkId,
    note: first?.clip.note ?? scene.pictures[0].event.clip.note,
  };
  const voice: MergedNode = {
    id,
    part: { ...(first?.node.part ?? soundNode(scene)), id, origin: null },
    clips: [first ? withSoundOf(clip, first.clip) : clip],
    track: first?.node.track ?? trackKey(merge.base, 'base', voiceTrackIndex(arranged.cut)),
    ...anchoredTo(scene, first ? start : 0),
    ending: 'free',
  };
  return laidOut(laying, { ...layout, nodes: [...layout.nodes, voice] });
}

const soundNode = ({ pictures: [picture] }: ArrangedScene): Node => ({
  ...picture,
  event: { ...picture.event, trackKind: 'audio' },
});

/** Sounds as loud as the old voice, if there was one. */
function withSoundOf(voice: Clip, { levels, fades, isDisabled }: Clip): Clip {
  return { ...voice, ...clipExtras({ levels: levels?.length === 1 ? levels : null, fades, isDisabled }) };
}

/** Rewords, adds or removes a caption of a scene. An added one lasts as long as the pause after the others. */
export function setCaption(
  { cut, arrangement, sceneBy }: ArrangedCut,
  scene: ArrangedScene,
  { languageCode, index, text }: ChangeOf<'caption'>,
): Timeline {
  const track = cut.captionTracks.find((one) => one.languageCode === languageCode);
  const captions = track?.captions ?? [];
  const own = captions.filter(({ startFrame }) => sceneBy(arrangement.wordsAt(startFrame).anchor) === scene);
  const caption = own[index];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const from = own.at(-1);
  const start = Math.max(scene.startFrame, from ? from.startFrame + from.durationFrames : 0);
  const added: readonly Caption[] =
    caption || lines.length === 0 || start >= scene.endFrame
      ? []
      : [{ startFrame: start, durationFrames: scene.endFrame - start, lines }];
  const reworded = captions.flatMap((one): readonly Caption[] => {
    if (one !== caption) return [one];
    return lines.length > 0 ? [{ ...one, lines }] : [];
  });
  const changed = { languageCode, captions: arrangeCaptions([...reworded, ...added]) };
  if (track)
    return {
      ...cut,
      captionTracks: cut.captionTracks.map((one) => (one === track ? { ...one, ...changed } : one)),
    };
  return added.length > 0 ? { ...cut, captionTracks: [...cut.captionTracks, changed] } : cut;
}

/** Adds, changes or removes a note. */
export function setNote({ cut }: ArrangedCut, scene: ArrangedScene, change: ChangeOf<'note'>): Timeline {
  const { oldText, text, frame } = change;
  const at = scene.startFrame + Math.min(frame, scene.endFrame - scene.startFrame - 1);
  const isOld = (marker: TimelineMarker): boolean => marker.frame === at && noteOf(marker)?.text === oldText;
  const old = (cut.markers ?? []).find((marker) => oldText !== null && isOld(marker));
  if (oldText !== null && !old) return cut;
  const kept = (cut.markers ?? []).filter((marker) => marker !== old);
  const markers = text.trim() === '' ? kept : [...kept, markerOfNote(at, change)];
  return { ...cut, markers: markers.toSorted((a, b) => a.frame - b.frame) };
}

/** A signed note has its author as the marker's name, so that formats with one text say “Ada: Too dark”. */
function markerOfNote(frame: number, { text, author, isDone }: ChangeOf<'note'>): TimelineMarker {
  return {
    frame,
    name: author ?? text,
    note: author === null ? '' : text,
    kind: isDone ? 'completed' : 'to-do',
  };
}

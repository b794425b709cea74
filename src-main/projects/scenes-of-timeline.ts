import { secondsOfFrames } from '../../src-timeline/model/rational-time.ts';
import type { Caption, Clip, MediaReference, Timeline, Track } from '../../src-timeline/model/timeline.ts';
import type { ProjectOutline } from '../state/outline-repository.ts';

/** A scene and the signed address of its picture, null when it has none. */
interface LinkedScene {
  readonly scene: ProjectOutline['scenes'][number];
  readonly pictureUrl: string | null;
}

interface PlacedClip {
  readonly clip: Clip;
  readonly startFrame: number;
}

/**
 * Returns the scenes of a project: the cuts of its lowest picture track. Each has the words spoken in it (the note of
 * its picture or of the sound under it, else its captions) and the address of its picture.
 */
export function scenesOfTimeline(timeline: Timeline): LinkedScene[] {
  const tracks = timeline.tracks.filter(({ kind, role }) => kind === 'video' && role !== 'background');
  const pictures = tracks.map(placedClips);
  const sounds = timeline.tracks.filter(({ kind }) => kind === 'audio').flatMap(placedClips);
  const cuts = pictures.find((clips) => clips.length > 0) ?? [];
  const captions = timeline.captionTracks[0]?.captions ?? [];
  const media = new Map(timeline.media.map((reference) => [reference.mediaId, reference]));
  return cuts.map(({ clip, startFrame }) => {
    const { durationFrames, note } = clip;
    const spoken = sounds.find((sound) => sound.startFrame === startFrame && sound.clip.note !== null);
    const picture = media.get(clip.mediaId);
    const lines = captionsIn(captions, startFrame, startFrame + durationFrames);
    const text = note ?? spoken?.clip.note ?? lines.map((line) => line.text).join(' ');
    return linkedScene(
      { text, startFrame, durationFrames, lines },
      picture,
      secondsOfFrames(Math.max(0, clip.sourceStartFrame), timeline.frameRate),
    );
  });
}

function linkedScene(
  place: Pick<LinkedScene['scene'], 'text' | 'startFrame' | 'durationFrames' | 'lines'>,
  picture: MediaReference | undefined,
  sourceStartSeconds: number,
): LinkedScene {
  const pictureUrl = picture && /^https?:/i.test(picture.location) ? picture.location : null;
  const kind = pictureUrl === null ? null : picture?.kind;
  const scene = {
    ...place,
    hasStill: kind === 'still',
    clipStartSeconds: kind === 'video' ? sourceStartSeconds : null,
    mediaName: kind === null || kind === undefined || kind === 'audio' ? null : (picture?.fileName ?? null),
  };
  return { scene, pictureUrl };
}

/** True if a scene has a still or a clip to show. */
export function hasPicture({ hasStill, clipStartSeconds }: LinkedScene['scene']): boolean {
  return hasStill || typeof clipStartSeconds === 'number';
}

function placedClips(track: Track): PlacedClip[] {
  const placed: PlacedClip[] = [];
  let startFrame = 0;
  for (const item of track.items) {
    if (item.kind === 'clip' && item.isDisabled !== true) placed.push({ clip: item, startFrame });
    startFrame += item.durationFrames;
  }
  return placed;
}

/** A caption belongs to the scene it begins in. */
function captionsIn(
  captions: readonly Caption[],
  startFrame: number,
  endFrame: number,
): NonNullable<LinkedScene['scene']['lines']> {
  return captions
    .filter((caption) => caption.startFrame >= startFrame && caption.startFrame < endFrame)
    .map((caption) => ({
      text: caption.lines.join(' '),
      startFrame: caption.startFrame,
      durationFrames: Math.max(1, caption.durationFrames),
    }));
}

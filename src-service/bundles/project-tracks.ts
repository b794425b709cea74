import { levelAt, logoPlace, loopMusic, musicLevels, type ProjectContent } from '@dailies/media/project';
import type { Clip, LevelPoint, Track } from '../../src-timeline/model/timeline.ts';
import { placedAt, type SizeOf } from './scene-tracks.ts';
import type { TimelineMedia } from './timeline-media.ts';

const silenceDb = -96;

/** Length of a project in frames: the sum of its scenes. */
export function contentFrames({ scenes }: ProjectContent): number {
  return scenes.reduce((sum, scene) => sum + scene.durationFrames, 0);
}

function levelsWithin(levels: readonly LevelPoint[], start: number, durationFrames: number): LevelPoint[] {
  const end = start + durationFrames;
  const edge = (frame: number): LevelPoint => ({ frame: frame - start, levelDb: levelAt(levels, frame) });
  const inside = levels.filter(({ frame }) => frame > start && frame < end);
  return [edge(start), ...inside.map((point) => ({ ...point, frame: point.frame - start })), edge(end)];
}

/** Makes the music track for the whole project, looped as in the movie and lower while somebody speaks. */
export function musicTrack(
  content: ProjectContent,
  media: TimelineMedia | null,
  lengthFrames: number,
): Track | null {
  if (!media || !content.music) return null;
  const totalFrames = contentFrames(content);
  const volumeDb = content.music.volume > 0 ? 20 * Math.log10(content.music.volume) : silenceDb;
  const spoken = content.scenes.map(({ speechFileId, words, durationFrames }) => ({
    isSpoken: speechFileId !== null,
    words,
    durationFrames,
  }));
  const levels = musicLevels(spoken, totalFrames).map(({ frame, levelDb }) => ({
    frame,
    levelDb: Math.max(silenceDb, levelDb + volumeDb),
  }));
  const { periodFrames, count } = loopMusic(lengthFrames, totalFrames);
  const items = Array.from({ length: count }, (_, index): Clip => {
    const start = index * periodFrames;
    const durationFrames = index < count - 1 ? periodFrames : Math.min(lengthFrames, totalFrames - start);
    const plain = plainClip(media, durationFrames);
    return { ...plain, levels: levelsWithin(levels, start, durationFrames) };
  });
  return { kind: 'audio', name: 'Music', role: 'music', items };
}

/** Makes the logo track for the whole project. Positions the logo unless the file is already as large as the frame. */
export function logoTrack(
  content: ProjectContent,
  media: TimelineMedia | null,
  sizeOf: SizeOf,
): Track | null {
  if (!media || !content.logo) return null;
  const size = sizeOf(media) ?? content;
  const isPlaced = size.width === content.width && size.height === content.height;
  const clip = plainClip(media, contentFrames(content));
  const motion = isPlaced
    ? {}
    : { motion: [placedAt(logoPlace(size, content.logo, content), size, content)] };
  return { kind: 'video', name: 'Logo', role: 'video', items: [{ ...clip, ...motion }] };
}

function plainClip(media: TimelineMedia, durationFrames: number): Clip {
  const { mediaId, mediaName } = media;
  return {
    kind: 'clip',
    name: mediaName,
    mediaId,
    sourceStartFrame: 0,
    durationFrames,
    linkId: null,
    note: null,
  };
}

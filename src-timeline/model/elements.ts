import { uniqueMediaId } from './media-kind.ts';
import { endFrameOf, type Placement, placementsOfTrack } from './placement.ts';
import { type Clip, type MediaReference, primaryTrackIndex, type Timeline, type Track } from './timeline.ts';

/** One picture, clip, voice, music or logo of a cut, identified by its purpose. */
export interface CutElement {
  /** Stays the same in every delivery of the element, whichever file shows it. Unique within the cut. */
  readonly elementId: string;
  /** Scene number, from 1; null if it belongs to more than one. */
  readonly scene: number | null;
  readonly kind: MediaReference['kind'];
  /** Role of the track that first uses it; null for media that no clip shows. */
  readonly role: Track['role'] | null;
  /** Words spoken in its scene; null if the document does not state them. */
  readonly narration: string | null;
}

interface Use extends Placement {
  readonly role: Track['role'];
  readonly isPrimary: boolean;
}

/** Ids that only count (`r2`, `asset-7`) may mean another file in the next document. */
const countingId = /^(?:(?:r|asset|media|file|clip)[-_]?)?\d+$/i;

/** Returns the elements of a cut by media id. Uses the document's ids if they are meaningful, else scene and kind. */
export function elementsOf(timeline: Timeline): ReadonlyMap<string, CutElement> {
  const uses = firstUses(timeline);
  const sceneOf = sceneFinder(timeline);
  const taken = new Set<string>();
  return new Map(
    timeline.media.map((media) => {
      const { mediaId, kind } = media;
      const use = uses.get(mediaId);
      const scene = use ? sceneOf(use) : null;
      const wanted = countingId.test(mediaId) ? nameOf(use, scene) : mediaId;
      const elementId = uniqueMediaId(wanted, taken);
      const element = { elementId, scene, kind, role: use?.role ?? null, narration: use?.clip.note ?? null };
      return [mediaId, element];
    }),
  );
}

function firstUses({ tracks }: Timeline): ReadonlyMap<string, Use> {
  const primary = primaryTrackIndex(tracks);
  const uses = tracks.flatMap((track, index) =>
    placementsOfTrack(track).map((placed) => ({ ...placed, role: track.role, isPrimary: index === primary })),
  );
  const first = new Map<string, Use>();
  for (const use of uses.toSorted((a, b) => a.startFrame - b.startFrame))
    if (!first.has(use.clip.mediaId)) first.set(use.clip.mediaId, use);
  return first;
}

/** Finds the scene of a use. Consecutive pictures linked to the same sound are one scene. */
function sceneFinder({ tracks }: Timeline): (use: Use) => number | null {
  const primary = tracks[primaryTrackIndex(tracks)];
  const pictures = primary ? placementsOfTrack(primary) : [];
  const firsts = pictures.filter(({ clip }, index) => beginsScene(clip, pictures[index - 1]?.clip));
  return (use) => {
    const linked = firsts.findIndex(({ clip }) => clip.linkId !== null && clip.linkId === use.clip.linkId);
    if (linked !== -1) return linked + 1;
    const scene = firsts.findLastIndex(({ startFrame }) => startFrame <= use.startFrame) + 1;
    if (scene === 0 || use.role === 'music') return null;
    const next = firsts[scene];
    return next !== undefined && endFrameOf(use) >= endFrameOf(next) ? null : scene;
  };
}

const partNames: Readonly<Record<Track['role'], string>> = {
  video: 'overlay',
  background: 'background',
  dialogue: 'speech',
  music: 'music',
  effects: 'sound',
};

function nameOf(use: Use | undefined, scene: number | null): string {
  if (use === undefined) return 'unused';
  const part = use.isPrimary ? 'picture' : partNames[use.role];
  return scene === null ? part : `scene-${String(scene).padStart(2, '0')}-${part}`;
}

/**
 * True if a picture of the primary track begins a scene: consecutive pictures of one link are one scene.
 * @param before the picture before it.
 */
export function beginsScene({ linkId }: Clip, before: Clip | undefined): boolean {
  return linkId === null || linkId !== before?.linkId;
}

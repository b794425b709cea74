import { isSame } from '../diff/match/is-same.ts';
import type { Caption, CaptionTrack } from '../model/timeline.ts';
import type { Arrangement, Node } from './arrangement.ts';
import type { PictureMap } from './lay-out.ts';
import type { About, MergeLog } from './merge-log.ts';
import { lacksLanguage, type Three } from './merge-types.ts';
import type { Merge } from './merged-node.ts';
import { type Cue, sceneCaptions } from './scene-captions.ts';
import { keepsSound, shiftOfWords } from './scene-sounds.ts';
import { threeWay } from './three-way.ts';

/** Merges captions by scene and language, from the side that changed them. */
export function mergeCaptions(merge: Merge, map: PictureMap): readonly CaptionTrack[] {
  const { base, theirs, log, lacking } = merge;
  const languagesOf = ({ cut }: Arrangement): readonly string[] =>
    cut.captionTracks.map(({ languageCode }) => languageCode);
  const lacked = languagesOf(base).filter((each) => lacksLanguage(lacking, each));
  const own = languagesOf(merge.ours).filter((each) => !lacksLanguage(lacking, each));
  const delivered = languagesOf(base).filter((each) => lacked.includes(each) || own.includes(each));
  const languages = new Set([...(lacking.captions ? delivered : []), ...own, ...languagesOf(theirs)]);
  return [...languages].flatMap((languageCode) => {
    // Captions that the edit does not contain count as unchanged.
    const ours = lacksLanguage(lacking, languageCode) ? base : merge.ours;
    const scenes = {
      base: sceneCaptions(base, languageCode),
      ours: sceneCaptions(ours, languageCode, base),
      theirs: sceneCaptions(theirs, languageCode, base),
    };
    const anchors = new Set([...scenes.ours.keys(), ...scenes.theirs.keys()]);
    const captions = [...anchors].flatMap((anchor): readonly Caption[] => {
      const before = scenes.base.get(anchor) ?? [];
      const three = {
        base: before,
        ours: scenes.ours.get(anchor) ?? [],
        theirs:
          isKept(merge, anchor) || keepsSound(merge, anchor)
            ? before
            : moved(scenes.theirs.get(anchor) ?? [], before, shiftOfWords(merge, anchor)),
      };
      const about = aboutCaptions(merge, languageCode, anchor, three);
      if (isGoneScene(merge, anchor)) return leaveChanges(merge, anchor, three, about);
      return mergeScene(three, about, log).flatMap(({ offset, durationFrames, lines }) => {
        const startFrame = placeOf(merge, map, anchor, { languageCode, offset });
        return startFrame === null ? [] : [{ startFrame, durationFrames, lines }];
      });
    });
    return captions.length === 0 ? [] : [{ languageCode, captions: apart(captions) }];
  });
}

/** True if one side removed a scene. Captions that the other side kept in it go too. */
function isGoneScene({ base, ours, theirs, removals }: Merge, anchor: string | null): boolean {
  if (anchor === null || !base.byId.has(anchor)) return false;
  return !ours.byId.has(anchor) || !(theirs.byId.has(anchor) || removals.kept.has(anchor));
}

/**
 * Returns the frame for words at an offset into the delivered picture of their scene; null for none. Words that the
 * edit does not contain are placed with their sound, or left out with it. Without sound, they are placed by the picture
 * and left out over another scene.
 */
function placeOf(
  merge: Merge,
  map: PictureMap,
  anchor: string | null,
  { languageCode, offset }: { readonly languageCode: string; readonly offset: number },
): number | null {
  const { base, lacking } = merge;
  const frame = map.frameOf(anchor, offset);
  const scene = base.sceneOf(anchor);
  if (!lacksLanguage(lacking, languageCode) || anchor === null || scene === null) return frame;
  const sound = soundAt(merge, anchor, offset);
  if (sound) return heardAt(sound, map, offset);
  if (offset < 0) return frame;
  const picture = map.pictureAt(frame);
  if (picture !== null) return isOfOtherScene(merge, picture, scene) ? null : frame;
  const wasShown = offset < (base.byId.get(anchor)?.event.durationFrames ?? 0);
  return frame >= map.endFrame && wasShown ? null : frame;
}

function isOfOtherScene({ base, ours }: Merge, picture: string, scene: number): boolean {
  const shown = base.sceneOf(ours.byId.get(picture)?.origin ?? picture);
  return shown !== null && shown !== scene;
}

/** A delivered sound, and its parts in the edit. */
interface KeptSound {
  readonly sound: Node;
  readonly parts: readonly Node[];
}

/** Finds the delivered sound at an offset into the picture it is linked to; null without one that the edit contains. */
function soundAt({ base, ours }: Merge, anchor: string, offset: number): KeptSound | null {
  const link = base.byId.get(anchor)?.event.clip.linkId ?? null;
  const linked = (base.othersAt.get(anchor) ?? []).filter(({ event }) => event.clip.linkId === link);
  const sound = linked.find(
    (each) => offset >= each.offset && offset < each.offset + each.event.durationFrames,
  );
  const parts = (sound && ours.partsOf.get(sound.id)) ?? [];
  return link !== null && sound && parts.length > 0 ? { sound, parts } : null;
}

/** Returns where the edit plays a sound at an offset into its delivered picture; null if that was cut off. */
function heardAt({ sound, parts }: KeptSound, map: PictureMap, offset: number): number | null {
  for (const { anchor, offset: start, event, stretch } of parts) {
    const frame = offset - sound.offset - stretch.head;
    if (frame >= 0 && frame < event.durationFrames * stretch.rate)
      return map.frameOf(anchor, start) + Math.round(frame / stretch.rate);
  }
  return null;
}

const isKept = ({ removals }: Merge, anchor: string | null): boolean =>
  anchor !== null && removals.kept.has(anchor);

/** Moves the cues that the project did not leave at their delivered time in the picture. */
const moved = (cues: readonly Cue[], delivered: readonly Cue[], frames: number): readonly Cue[] =>
  cues.map((cue) =>
    delivered.some(({ offset }) => offset === cue.offset) ? cue : { ...cue, offset: cue.offset + frames },
  );

function leaveChanges(
  merge: Merge,
  anchor: string | null,
  { base, theirs }: Three<readonly Cue[]>,
  about: About,
): readonly never[] {
  const isThere = anchor !== null && merge.theirs.byId.has(anchor);
  if (isThere && !isSame(base, theirs)) merge.log.omit('captions', about);
  return [];
}

/** Merges cue by cue, words and times independently, if all three have the same number; else as one. */
function mergeScene(
  { base, ours, theirs }: Three<readonly Cue[]>,
  about: About,
  log: MergeLog,
): readonly Cue[] {
  if (base.length !== ours.length || base.length !== theirs.length)
    return threeWay({ base, ours, theirs }, 'captions', about, log);
  return ours.map((cue, index) => {
    const three = { base: base[index] ?? cue, ours: cue, theirs: theirs[index] ?? cue };
    const key = `${about.key} ${String(index)}`;
    const part = (what: string, of: (one: Cue) => Partial<Cue>): Partial<Cue> =>
      threeWay(
        { base: of(three.base), ours: of(three.ours), theirs: of(three.theirs) },
        'captions',
        { ...about, key: `${key} ${what}`, subject: three.base.lines.join(' ') },
        log,
      );
    return {
      ...cue,
      ...part('words', ({ lines }) => ({ lines })),
      ...part('time', ({ offset, durationFrames }) => ({ offset, durationFrames })),
    };
  });
}

function aboutCaptions(
  { base }: Merge,
  languageCode: string,
  anchor: string | null,
  { base: before, theirs }: Three<readonly Cue[]>,
): About {
  return {
    key: `${languageCode} ${anchor ?? ''}`,
    subject: (before[0] ?? theirs[0])?.lines.join(' ') ?? '',
    scene: base.sceneOf(anchor),
  };
}

/** Sorts captions and ends each where the next begins. */
function apart(captions: readonly Caption[]): readonly Caption[] {
  const placed: Caption[] = [];
  for (const caption of captions.toSorted((a, b) => a.startFrame - b.startFrame)) {
    const last = placed.at(-1);
    const startFrame = Math.max(caption.startFrame, last ? last.startFrame + 1 : 0);
    if (last) {
      const durationFrames = Math.min(last.durationFrames, startFrame - last.startFrame);
      placed[placed.length - 1] = { ...last, durationFrames };
    }
    placed.push({ ...caption, startFrame });
  }
  return placed;
}

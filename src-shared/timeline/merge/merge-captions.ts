import { isSame } from '../diff/is-same.ts';
import type { Caption, CaptionTrack } from '../timeline.ts';
import type { PictureMap } from './lay-out.ts';
import type { About, MergeLog } from './merge-log.ts';
import type { Merge } from './merge-nodes.ts';
import type { Three } from './merge-types.ts';
import { type Cue, sceneCaptions } from './scene-captions.ts';
import { threeWay } from './three-way.ts';

/** Merges captions by scene and language, from the side that changed them. */
export function mergeCaptions(merge: Merge, map: PictureMap): readonly CaptionTrack[] {
  const { base, theirs, log } = merge;
  // Captions that the edit does not contain count as unchanged.
  const ours = merge.lacking.captions ? base : merge.ours;
  const languages = new Set(
    [ours, theirs].flatMap(({ cut }) => cut.captionTracks.map((one) => one.languageCode)),
  );
  return [...languages].flatMap((languageCode) => {
    const scenes = {
      base: sceneCaptions(base, languageCode),
      ours: sceneCaptions(ours, languageCode),
      theirs: sceneCaptions(theirs, languageCode),
    };
    const anchors = new Set([...scenes.ours.keys(), ...scenes.theirs.keys()]);
    const captions = [...anchors].flatMap((anchor): readonly Caption[] => {
      const three = {
        base: scenes.base.get(anchor) ?? [],
        ours: scenes.ours.get(anchor) ?? [],
        theirs: scenes[isKept(merge, anchor) ? 'base' : 'theirs'].get(anchor) ?? [],
      };
      const about = aboutCaptions(merge, languageCode, anchor, three);
      if (isGoneScene(merge, anchor)) return leaveChanges(merge, anchor, three, about);
      return mergeScene(three, about, log).map((cue) => ({
        startFrame: map.frameOf(anchor, cue.offset),
        durationFrames: cue.durationFrames,
        lines: cue.lines,
      }));
    });
    return captions.length === 0 ? [] : [{ languageCode, captions: apart(captions) }];
  });
}

/** True if one side removed a scene. Captions that the other side kept in it go too. */
function isGoneScene({ base, ours, theirs, kept }: Merge, anchor: string | null): boolean {
  if (anchor === null || !base.byId.has(anchor)) return false;
  return !ours.byId.has(anchor) || !(theirs.byId.has(anchor) || kept.has(anchor));
}

const isKept = ({ kept }: Merge, anchor: string | null): boolean => anchor !== null && kept.has(anchor);

function leaveChanges(
  merge: Merge,
  anchor: string | null,
  { base, theirs }: Three<readonly Cue[]>,
  about: About,
): readonly never[] {
  const isThere = anchor !== null && merge.theirs.byId.has(anchor);
  if (isThere && !isSame(base, theirs)) merge.log.leave('captions', about);
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
    places: { base: null, ours: null, theirs: null },
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

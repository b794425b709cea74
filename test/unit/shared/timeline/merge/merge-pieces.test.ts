import { expect, test } from 'vitest';
import { checkTimeline } from '../../../../../src-shared/timeline/check-timeline.ts';
import { mergeCuts } from '../../../../../src-shared/timeline/merge/merge-cuts.ts';
import type {
  Choice,
  MergeOptions,
  MergeResult,
} from '../../../../../src-shared/timeline/merge/merge-types.ts';
import type { Clip, Gap, Timeline } from '../../../../../src-shared/timeline/timeline.ts';
import { linesOf } from './cut-lines.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

const [A, B, C]: readonly [Scene, Scene, Scene] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const delivered = cutOf([A, B, C]);

/** A cut with one clip of a track in other items. */
function withItems(
  cut: Timeline,
  trackName: string,
  at: number,
  itemsFor: (clip: Clip) => readonly (Clip | Gap)[],
): Timeline {
  const tracks = cut.tracks.map((track) =>
    track.name === trackName
      ? {
          ...track,
          items: track.items.flatMap((item, index) =>
            index === at && item.kind === 'clip' ? itemsFor(item) : [item],
          ),
        }
      : track,
  );
  return { ...cut, tracks };
}

/** Cuts a clip apart after each of some frames. */
const cutApart =
  (...frames: readonly number[]) =>
  (clip: Clip): readonly Clip[] => {
    const ends = [...frames, clip.durationFrames];
    return ends.map((end, index) => {
      const start = ends[index - 1] ?? 0;
      const isStill = clip.mediaId.length === 1;
      const sourceStartFrame = isStill ? 0 : clip.sourceStartFrame + start;
      return { ...clip, sourceStartFrame, durationFrames: end - start };
    });
  };

function merged(
  cuts: { readonly base?: Timeline; readonly ours: Timeline; readonly theirs: Timeline },
  choices: Readonly<Record<string, Choice>> = {},
  options: MergeOptions = {},
): MergeResult {
  const decisions = new Map(Object.entries(choices));
  const result = mergeCuts({ base: delivered, ...cuts }, { ...options, decisions });
  checkTimeline(result.cut);
  return result;
}

const namesOf = (changes: readonly { readonly id: string }[]): readonly string[] =>
  changes.map(({ id }) => id);
const linesOn = (trackName: string, { cut }: MergeResult): readonly string[] =>
  linesOf(cut).filter((line) => line.startsWith(trackName));

test('takes the project’s voice once where the editor had cut a pause out of it', () => {
  const ours = withItems(delivered, 'Speech', 1, (voice) => {
    const [before, , after] = cutApart(40, 60)(voice);
    return before && after ? [before, after, { kind: 'gap', durationFrames: 20 }] : [];
  });
  const theirs = cutOf([A, { ...B, voice: 'b2', frames: 140 }, C]);
  const undecided = merged({ ours, theirs });
  expect(namesOf(undecided.conflicts)).toEqual(['media clip 4']);
  expect(linesOn('Speech', undecided)).toEqual([
    'Speech: voice-a 0+100 from 0',
    'Speech: voice-b 100+40 from 0',
    'Speech: voice-b 140+40 from 60',
    'Speech: voice-c 240+100 from 0',
  ]);
  const decided = merged({ ours, theirs }, { 'media clip 4': 'theirs' });
  expect(linesOf(decided.cut)).toEqual(linesOf(theirs));
});

test('takes the project’s voice from where it was delivered where the editor had cut off its beginning too', () => {
  const ours = withItems(delivered, 'Speech', 1, (voice) => {
    const [, first, , last] = cutApart(10, 40, 60)(voice);
    const hole = (durationFrames: number): Gap => ({ kind: 'gap', durationFrames });
    return first && last ? [hole(10), first, hole(20), last] : [];
  });
  const theirs = cutOf([A, { ...B, voice: 'b2', frames: 140 }, C]);
  const decided = merged({ ours, theirs }, { 'media clip 4': 'theirs' });
  expect(linesOf(decided.cut)).toEqual(linesOf(theirs));
});

test('lets the last piece of a picture follow a longer narration', () => {
  const ours = withItems(delivered, 'Pictures', 1, cutApart(50));
  const { cut, conflicts } = merged({ ours, theirs: cutOf([A, { ...B, voice: 'b2', frames: 140 }, C]) });
  const expected = withItems(cutOf([A, { ...B, voice: 'b2', frames: 140 }, C]), 'Pictures', 1, cutApart(50));
  expect(linesOf(cut)).toEqual(linesOf(expected));
  expect(conflicts).toEqual([]);
});

test('asks once about a picture in pieces that the project made longer, and takes it whole', () => {
  const film: Scene = { id: 'b', picture: 'film' };
  const base = cutOf([A, film, C]);
  const ours = withItems(base, 'Pictures', 1, cutApart(30, 60));
  const longer = (scene: Scene): Scene => ({ ...scene, frames: 140, voiceFrames: 100 });
  const theirs = cutOf([A, longer(film), C]);
  const undecided = merged({ base, ours, theirs });
  expect(namesOf(undecided.conflicts)).toEqual(['cut clip 1']);
  expect(linesOn('Pictures', undecided)).toEqual(linesOn('Pictures', { ...undecided, cut: ours }));
  const decided = merged({ base, ours, theirs }, { 'cut clip 1': 'theirs' });
  expect(linesOf(decided.cut)).toEqual(linesOf(theirs));
});

test('keeps what begins with a piece at its place where the whole clip is taken', () => {
  const film: Scene = { id: 'b', picture: 'film' };
  const base = cutOf([A, film, C]);
  const split = withItems(base, 'Pictures', 1, cutApart(50));
  const note = { frame: 160, name: 'Here', note: '' };
  const ours = { ...split, markers: [...(split.markers ?? []), note] };
  const theirs = cutOf([A, { ...film, frames: 140, voiceFrames: 100 }, C]);
  const decided = merged({ base, ours, theirs }, { 'cut clip 1': 'theirs' });
  expect(decided.cut.markers).toContainEqual(note);
});

test('lets the last piece of the music go on to a later end', () => {
  const ours = withItems(delivered, 'Music', 0, cutApart(150));
  const { cut, conflicts } = merged({ ours, theirs: cutOf([A, B, { ...C, frames: 160 }]) });
  const expected = withItems(cutOf([A, B, { ...C, frames: 160 }]), 'Music', 0, cutApart(150));
  expect(linesOf(cut)).toEqual(linesOf(expected));
  expect(conflicts).toEqual([]);
});

test('takes other music once where the editor had cut the delivered one apart', () => {
  const ours = withItems(delivered, 'Music', 0, cutApart(150));
  const theirs = cutOf([A, B, { ...C, frames: 160 }], { mediaId: 'music2', name: 'music2.wav' });
  const result = merged({ ours, theirs }, { 'media clip 6': 'theirs' });
  expect(namesOf(result.conflicts)).toEqual(['media clip 6']);
  expect(linesOn('Music', result)).toEqual(['Music: music2 0+360 from 0']);
});

test('takes the project’s pieces where both sides cut a clip apart and that is decided', () => {
  const film: Scene = { id: 'b', picture: 'film' };
  const base = cutOf([A, film, C]);
  const ours = withItems(base, 'Pictures', 1, cutApart(30));
  const theirs = withItems(base, 'Pictures', 1, cutApart(70));
  const { cut, conflicts } = merged({ base, ours, theirs }, { 'split clip 1': 'theirs' });
  expect(linesOf(cut)).toEqual(linesOf(theirs));
  expect(namesOf(conflicts)).toEqual(['split clip 1']);
});

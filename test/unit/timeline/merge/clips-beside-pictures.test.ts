import { expect, test } from 'vitest';
import { mergeCuts } from '../../../../src-timeline/merge/merge-cuts.ts';
import type { MergeOptions } from '../../../../src-timeline/merge/merge-types.ts';
import { checkTimeline } from '../../../../src-timeline/model/check-timeline.ts';
import { itemsOfPlacements } from '../../../../src-timeline/model/placement.ts';
import type { MediaReference, Timeline, Track } from '../../../../src-timeline/model/timeline.ts';
import {
  audioMedia,
  audioTrack,
  clip,
  stillMedia,
  videoMedia,
  videoTrack,
} from '../formats/sample-timelines.ts';
import { linesOf } from './cut-lines.ts';
import { cutApart, withItems } from './piece-cuts.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

/** Cut of scenes such as `a` and `c70`, which lasts 70 frames instead of 100. */
function film(scenes: string): Timeline {
  return cutOf(
    scenes.split(' ').map((scene): Scene => {
      const [id = '', ...digits] = scene;
      return digits.length === 0 ? { id } : { id, frames: Number(digits.join('')) };
    }),
  );
}

const delivered = film('a b c d');
const song = audioMedia('song', 9000, 2);
const badge = stillMedia('badge');
const other = stillMedia('other');

type Use = readonly [media: MediaReference, startFrame: number, endFrame: number];

/** Adds a track with clips to a cut. */
function withClips(cut: Timeline, ...uses: readonly Use[]): Timeline {
  const items = itemsOfPlacements(
    uses.map(([media, startFrame, endFrame]) => ({ startFrame, clip: clip(media, endFrame - startFrame) })),
  );
  const [pictures, ...sounds] = cut.tracks;
  if (!pictures) return cut;
  const media = new Set([...cut.media, ...uses.map(([one]) => one)]);
  const isSound = uses.some(([one]) => one.kind === 'audio');
  const tracks = isSound
    ? [...cut.tracks, audioTrack('Own', 'music', ...items)]
    : [pictures, videoTrack('Own', ...items), ...sounds];
  return { ...cut, media: [...media], tracks };
}

/** Moves the beginning of the music of a cut to a frame. */
function withLateMusic(cut: Timeline, startFrame: number): Timeline {
  const tracks = cut.tracks.map((track): Track => {
    const [music] = track.items;
    if (track.name !== 'Music' || music?.kind !== 'clip') return track;
    const later = { ...music, durationFrames: music.durationFrames - startFrame };
    return { ...track, items: [{ kind: 'gap', durationFrames: startFrame }, later] };
  });
  return { ...cut, tracks };
}

const withoutTrack = (cut: Timeline, name: string): Timeline => ({
  ...cut,
  tracks: cut.tracks.filter((track) => track.name !== name),
});

const inHole = cutOf([{ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd', hole: 50 }]);

/** Cut whose second picture is divided by another one. */
function interrupted(): Timeline {
  const insert = videoMedia('insert', 400);
  const divided = withItems(delivered, 'Pictures', 1, (picture) => {
    const [first, second] = cutApart(50)(picture);
    return first && second ? [first, clip(insert, 20), second] : [];
  });
  return { ...divided, media: [...divided.media, insert] };
}

interface Case {
  readonly base?: Timeline;
  readonly ours: Timeline;
  readonly theirs: Timeline;
  /** Track of the lines; `Own` by default. */
  readonly on?: 'Own' | 'Music';
  readonly lines: readonly string[];
  readonly asked?: readonly string[];
  readonly notCarried?: readonly string[];
  readonly options?: MergeOptions;
}

const decided = (id: string): MergeOptions => ({ decisions: new Map([[id, 'theirs']]) });

const cases: Readonly<Record<string, Case>> = {
  'ends music that the editor let start later with the film': {
    on: 'Music',
    ours: withLateMusic(delivered, 150),
    theirs: film('a b c d70'),
    lines: ['music 150+220'],
  },
  'ends music that was delivered with a late start with the film of both sides': {
    on: 'Music',
    base: withLateMusic(delivered, 50),
    ours: withLateMusic(film('a b c80 d'), 50),
    theirs: withLateMusic(film('a b c d70'), 50),
    lines: ['music 50+300'],
  },
  'takes the start of music from a project that also swaps scenes': {
    on: 'Music',
    ours: { ...delivered, name: 'Another name' },
    theirs: withLateMusic(film('b a c d'), 50),
    lines: ['music 50+350'],
  },
  'extends music that lasts to the end of the film': {
    ours: withClips(delivered, [song, 250, 400]),
    theirs: film('a b c d130'),
    lines: ['song 250+180'],
  },
  'shortens a logo that lasts to the end of the film': {
    ours: withClips(delivered, [badge, 250, 400]),
    theirs: film('a b c d70'),
    lines: ['badge 250+120'],
  },
  'lets music that the project adds last as long as the edit, also without its first scene': {
    ours: film('b c d70'),
    theirs: withClips(delivered, [song, 0, 400]),
    lines: ['song 0+270'],
  },
  'shortens a logo over the whole film with a removed scene': {
    ours: withClips(delivered, [badge, 0, 400]),
    theirs: film('a c d'),
    lines: ['badge 0+300'],
  },
  'begins a clip over several scenes where a removed one began': {
    ours: withClips(delivered, [badge, 150, 350]),
    theirs: film('a c d'),
    lines: ['badge 100+200'],
  },
  'asks about a removed scene with a clip of the editor': {
    ours: withClips(delivered, [badge, 310, 370]),
    theirs: film('a b c'),
    lines: ['badge 310+60'],
    asked: ['removed clip 3'],
  },
  'asks about a removed scene with a sound of the editor': {
    ours: withClips(delivered, [song, 210, 300]),
    theirs: film('a b d'),
    lines: ['song 210+90'],
    asked: ['removed clip 2'],
  },
  'asks nothing about a sound of the editor that mostly lies over other scenes': {
    ours: withClips(delivered, [song, 210, 390]),
    theirs: film('a b d'),
    lines: ['song 200+100'],
  },
  'removes a clip of the editor with its scene once that is decided': {
    ours: withClips(delivered, [badge, 190, 250]),
    theirs: film('a b d'),
    lines: [],
    asked: ['removed clip 2'],
    options: decided('removed clip 2'),
  },
  'asks about a clip over two scenes if the project removes both': {
    ours: withClips(delivered, [badge, 100, 300]),
    theirs: film('a d'),
    lines: ['badge 100+200'],
    asked: ['removed clip 1'],
  },
  'removes a logo of the project that became shorter with the edit': {
    base: withClips(delivered, [badge, 0, 400]),
    ours: withClips(film('a b c80 d'), [badge, 0, 380]),
    theirs: delivered,
    lines: [],
  },
  'asks about music that the project removed and the editor let start later': {
    on: 'Music',
    ours: withLateMusic(film('a b c80 d'), 50),
    theirs: withoutTrack(delivered, 'Music'),
    lines: ['music 50+330'],
    asked: ['removed clip 8'],
  },
  'removes music of the project although the editor worked on a scene that it removed too': {
    on: 'Music',
    ours: film('a70 b c d'),
    theirs: withoutTrack(film('b c d'), 'Music'),
    lines: [],
    asked: ['removed clip 0'],
  },
  'ends music of the editor with the film if the project removes the last scene': {
    ours: withClips(delivered, [song, 214, 400]),
    theirs: film('a b c'),
    lines: ['song 214+86'],
  },
  'lists music that the project adds over scenes that the editor removed': {
    ours: film('a b'),
    theirs: withClips(delivered, [song, 214, 400]),
    lines: [],
    notCarried: ['added song.wav'],
  },
  'lets a title end with a last scene that is shorter now': {
    ours: withClips(delivered, [badge, 380, 400]),
    theirs: film('a b c d70'),
    lines: ['badge 350+20'],
  },
  'begins a title with a last scene that is shorter than the title now': {
    ours: withClips(delivered, [badge, 340, 400]),
    theirs: film('a b c d45'),
    lines: ['badge 300+45'],
  },
  'leaves no title after the end of the film, even beside another one': {
    ours: withClips(delivered, [other, 320, 380], [badge, 380, 400]),
    theirs: film('a b c d80'),
    lines: ['other 320+60', 'badge 360+20'],
  },
  'asks about a title in the hole before a removed scene': {
    base: inHole,
    ours: withClips(inHole, [badge, 310, 340]),
    theirs: film('a b c'),
    lines: ['badge 310+30'],
    asked: ['removed clip 3'],
  },
  'leaves a title in the hole that the project left under it': {
    base: withClips(delivered, [badge, 180, 200]),
    ours: withClips(film('a b c d90'), [badge, 180, 200]),
    theirs: withClips(cutOf([{ id: 'a' }, { id: 'b', frames: 70 }, { id: 'c', hole: 30 }, { id: 'd' }]), [
      badge,
      180,
      200,
    ]),
    lines: ['badge 180+20'],
  },
  'leaves a title of the project over the second part of a picture that the editor interrupted': {
    ours: interrupted(),
    theirs: withClips(delivered, [badge, 180, 195]),
    lines: ['badge 180+15'],
  },
  'keeps a clip that the project adds beside a logo that the editor removed': {
    base: withClips(delivered, [badge, 105, 125], [badge, 205, 225]),
    ours: withClips(delivered, [badge, 205, 225]),
    theirs: withClips(delivered, [other, 140, 160], [badge, 205, 225]),
    lines: ['other 140+20', 'badge 205+20'],
  },
  'keeps the clips that both sides add beside a logo that they removed': {
    base: withClips(delivered, [badge, 105, 125]),
    ours: withClips(delivered, [other, 130, 150]),
    theirs: withClips(delivered, [stillMedia('third'), 160, 190]),
    lines: ['other 130+20', 'third 160+30'],
  },
  'takes another logo at the time of the delivered one for its replacement': {
    base: withClips(delivered, [badge, 105, 125]),
    ours: { ...withClips(delivered, [badge, 105, 125]), name: 'Another name' },
    theirs: withClips(delivered, [other, 110, 160]),
    lines: ['other 110+50'],
  },
};

test.each(Object.entries(cases))('%s', (_, one) => {
  const { base = delivered, ours, theirs, on = 'Own', lines, asked = [], notCarried = [], options } = one;
  const result = mergeCuts({ base, ours, theirs }, options);
  checkTimeline(result.cut);
  const placed = linesOf(result.cut).filter((line) => line.startsWith(on));
  expect(placed.map((line) => line.replace(/^[^:]+: (.*) from 0$/, '$1'))).toEqual(lines);
  expect(result.conflicts.map(({ id }) => id)).toEqual(asked);
  const added = result.notCarried.filter(({ field }) => field === 'added');
  expect(added.map(({ subject }) => `added ${subject}`)).toEqual(notCarried);
  const names = new Set(result.cut.media.map(({ fileName }) => fileName));
  for (const { fileName } of ours.media) expect(names).toContain(fileName);
});

test('adds the scenes of both sides, whose files have the same name', () => {
  const [x, ...scenes] = ['x', 'a', 'b', 'c'].map((id): Scene => ({ id }));
  if (!x) return;
  const { cut } = mergeCuts({
    base: cutOf(scenes),
    ours: cutOf([x, ...scenes]),
    theirs: cutOf([...scenes, x]),
  });
  const pictures = linesOf(cut).filter((line) => line.startsWith('Pictures: x'));
  expect(pictures).toEqual(['Pictures: x 0+100 from 0', 'Pictures: x-2 400+100 from 0']);
});

import type {
  ReturnChoices,
  ReturnDetail,
  ReturnEdit,
  ReturnStrip,
  ReturnUpdate,
  StayingItem,
  StripEvent,
  UpdateConflict,
} from '../../../src-shared/contract/return.ts';
import type { Timeline } from '../../../src-timeline/model/timeline.ts';
import { undecided } from '../../fakes/a-return.ts';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { clip, stillMedia, timelineOf, videoTrack } from '../../unit/timeline/formats/sample-timelines.ts';

/** Six scenes of four seconds at 25 frames per second. The third is removed, the fifth is shorter. */
const scenes = [1, 2, 3, 4, 5, 6];
const sceneFrames = 100;
const returnedScenes = [
  { scene: 1, frames: 100 },
  { scene: 2, frames: 100 },
  { scene: 4, frames: 100 },
  { scene: 5, frames: 62 },
  { scene: null, frames: 50 },
  { scene: 6, frames: 100 },
];

function eventsOf(
  cut: 'delivered' | 'returned',
  kind: 'picture' | 'voice',
  of: readonly { scene: number | null; frames: number }[],
): StripEvent[] {
  let startFrame = 0;
  const other = cut === 'delivered' ? 'returned' : 'delivered';
  return of.flatMap(({ scene, frames }): StripEvent[] => {
    const event: StripEvent = {
      eventId: `${cut} ${kind} ${String(scene)}`,
      name: scene === null ? 'title.png' : `${String(scene).padStart(2, '0')}_${kind}.png`,
      scene,
      startFrame,
      endFrame: startFrame + frames,
      isDisabled: scene === 6 && kind === 'voice',
      itemKind: null,
      counterparts: scene === null || scene === 3 ? [] : [`${other} ${kind} ${String(scene)}`],
    };
    startFrame += frames;
    return scene === null && kind === 'voice' ? [] : [event];
  });
}

function stripOf(
  cut: 'delivered' | 'returned',
  of: readonly { scene: number | null; frames: number }[],
): ReturnStrip {
  const durationFrames = of.reduce((sum, { frames }) => sum + frames, 0);
  const music: StripEvent = {
    eventId: `${cut} music`,
    name: 'music.wav',
    scene: 1,
    startFrame: 0,
    endFrame: durationFrames,
    counterparts: [`${cut === 'delivered' ? 'returned' : 'delivered'} music`],
    isDisabled: false,
    itemKind: null,
  };
  const titles: StripEvent[] = [
    {
      eventId: `${cut} title`,
      name: 'Tides',
      itemKind: 'title',
      scene: null,
      isDisabled: false,
      startFrame: 100,
      endFrame: 190,
      counterparts: [cut === 'delivered' ? 'returned title' : 'delivered title'],
    },
    {
      eventId: `${cut} colour`,
      name: '',
      itemKind: 'colour',
      scene: null,
      isDisabled: false,
      startFrame: 300,
      endFrame: 350,
      counterparts: [],
    },
  ];
  return {
    durationFrames,
    rows: [
      { role: 'video', name: '', events: titles.slice(0, cut === 'delivered' ? 1 : 2) },
      { role: 'video', name: 'Pictures', events: eventsOf(cut, 'picture', of) },
      { role: 'dialogue', name: 'Speech', events: eventsOf(cut, 'voice', of) },
      { role: 'music', name: 'Music', events: [music] },
    ],
  };
}

function edit(
  kind: ReturnEdit['kind'],
  key: string,
  parameters: Record<string, string | number>,
  text: string,
  places: Partial<Pick<ReturnEdit, 'scene' | 'before' | 'after'>> = {},
): ReturnEdit {
  return { kind, scene: null, before: null, after: null, ...places, sentence: { key, parameters, text } };
}

function itemAt(kind: string, name: string, second: number, words: string): ReturnEdit['sentence'] {
  const place = `0:${String(second).padStart(2, '0')}`;
  return { key: `edits.item.at.${kind}`, parameters: { name, place, seconds: 2 }, text: words };
}

const edits: readonly ReturnEdit[] = [
  edit('removed', 'edits.removed.scene', { scene: 3, name: '03_picture.png' }, 'Scene 3 removed', {
    scene: 3,
    before: { startFrame: 200, endFrame: 300 },
  }),
  edit(
    'trimmed',
    'edits.trimmed.end.shortened.scene',
    { scene: 5, name: '05_picture.png', seconds: 1.52 },
    'Scene 5 shortened by 1.52 s at its end',
    { scene: 5, before: { startFrame: 400, endFrame: 500 }, after: { startFrame: 300, endFrame: 362 } },
  ),
  edit(
    'added',
    'edits.added.picture',
    { scene: 5, name: 'title.png' },
    'Scene 5: picture “title.png” added',
    {
      scene: 5,
      after: { startFrame: 362, endFrame: 412 },
    },
  ),
  edit(
    'caption',
    'edits.caption.changed',
    { text: 'The old pier at night', newText: 'The old pier at noon' },
    'Caption “The old pier at night” is now “The old pier at noon”',
    { scene: 1, before: { startFrame: 0, endFrame: 60 }, after: { startFrame: 0, endFrame: 60 } },
  ),
  edit('format-loss', 'edits.format-loss.LEVELS', {}, 'Not carried by the format: levels'),
];

/** Returns a described return of the first project's first version. */
export function sampleReturn(fields: Partial<ReturnDetail> = {}): ReturnDetail {
  const versionFolder = '/media/raid/Dailies/Harbour_lights/Harbour_lights_v001';
  return {
    returnId: 'return-1',
    connectionId: 'local',
    projectId: 'prj_0000',
    projectTitle: 'Harbour lights',
    deliveryId: 'del-1',
    versionName: 'Harbour_lights_v001',
    path: `${versionFolder}/Harbour_lights_v001.kdenlive`,
    fileName: 'Harbour_lights_v001.kdenlive',
    editor: 'kdenlive',
    kind: 'timeline',
    state: 'described',
    error: null,
    summary: edits.slice(0, 4).map(({ sentence }) => sentence),
    ...undecided,
    counts: { edits: 4, losses: 1 },
    moviePath: null,
    returnedAt: Math.floor(Date.now() / 1000) - 120,
    edits: [...edits],
    staying: [],
    strips: {
      frameRate: { numerator: 25, denominator: 1 },
      startFrame: 90_000,
      isDropFrame: false,
      delivered: stripOf(
        'delivered',
        scenes.map((scene) => ({ scene, frames: sceneFrames })),
      ),
      returned: stripOf('returned', returnedScenes),
    },
    ...fields,
  };
}

/** The cuts of the sample: six pictures of four seconds; the third is gone, the fifth shorter, a seventh added. */
function sampleCuts(): { readonly version: Timeline; readonly return: Timeline } {
  const media = [1, 2, 3, 4, 5, 6, 7].map((number) => stillMedia(`still-${String(number)}`));
  const rate = { numerator: 25, denominator: 1 };
  const cutOf = (shown: readonly { scene: number | null; frames: number }[]): Timeline => {
    const clips = shown.flatMap(({ scene, frames }) => {
      const still = media[(scene ?? 7) - 1];
      return still ? [clip(still, frames)] : [];
    });
    return { ...timelineOf({ media, tracks: [videoTrack('V1', ...clips)] }), frameRate: rate };
  };
  const delivered = scenes.map((scene) => ({ scene, frames: sceneFrames }));
  return { version: cutOf(delivered), return: cutOf(returnedScenes) };
}

/** Two items that a version lacks in some of its documents. */
export const sampleStaying: readonly StayingItem[] = [
  { sentence: itemAt('title', 'Tides', 4, 'Title “Tides” at 0:04, 2 s'), formats: ['EDL', 'SHOTCUT'] },
  {
    sentence: itemAt('colour', 'Chapter card', 12, 'Color clip “Chapter card” at 0:12, 2 s'),
    formats: ['FCPXML', 'PREMIERE_XML', 'OTIO', 'SHOTCUT', 'EDL'],
  },
];

/** Adds returns in every state. */
export function fillReturns(main: FakeMain): void {
  const { returnedAt } = sampleReturn();
  const none = { summary: [], edits: [], strips: null, counts: { edits: 0, losses: 0 } };
  main.cuts.delivered = sampleCuts();
  main.returns.put(sampleReturn());
  main.returns.put(
    sampleReturn({
      ...none,
      returnId: 'return-2',
      projectId: 'prj_0003',
      projectTitle: 'Why bees prefer blue',
      deliveryId: 'del-9',
      versionName: 'Why_bees_prefer_blue_v002',
      returnedAt: returnedAt - 7_200,
      editor: 'resolve',
      state: 'failed',
      fileName: 'Timeline 1.fcpxml',
      error: { code: 'document_unreadable', message: 'The document is not complete.', details: {} },
    }),
  );
  main.returns.put(
    sampleReturn({
      ...none,
      returnId: 'return-3',
      projectId: 'prj_0001',
      projectTitle: 'The glacier that remembers',
      deliveryId: 'del-8',
      versionName: 'The_glacier_that_remembers_v001',
      state: 'settling',
      editor: 'shotcut',
      fileName: 'cut.mlt',
      returnedAt: returnedAt - 90_000,
    }),
  );
  main.returns.put(
    sampleReturn({
      ...none,
      returnId: 'return-4',
      projectId: 'prj_0002',
      projectTitle: 'How a bridge breathes',
      deliveryId: 'del-7',
      versionName: 'How_a_bridge_breathes_v003',
      state: 'kept',
      editor: 'premiere',
      fileName: 'bridge.xml',
      returnedAt: returnedAt - 200_000,
      keptAs: { deliveryId: 'del-10', versionName: 'How_a_bridge_breathes_v004' },
    }),
  );
}

/** Returns the effect of updating the sample's edit: two conflicts, and a third if the project's voice is chosen. */
export function sampleUpdate(choices: ReturnChoices): ReturnUpdate {
  const [, trimmed, added, caption] = edits.map(({ sentence }) => [sentence]);
  const at = (scene: number): Pick<ReturnEdit, 'scene' | 'before' | 'after'> => {
    const place = { startFrame: (scene - 1) * sceneFrames, endFrame: scene * sceneFrames };
    return { scene, before: place, after: place };
  };
  const replaced = (scene: number, what: 'picture' | 'sound'): ReturnEdit => {
    const name = `${String(scene).padStart(2, '0')}_${what}.png`;
    const newName = name.replace('.', '-2.');
    const words = `Scene ${String(scene)}: ${what} “${name}” replaced by “${newName}”`;
    return edit('replaced', `edits.replaced.${what}`, { scene, name, newName }, words, at(scene));
  };
  const conflict: UpdateConflict = {
    conflictId: 'cut clip 4',
    field: 'cut',
    subject: '05_picture.png',
    scene: 5,
    place: at(5).before,
    ours: trimmed ?? [],
    theirs: added ?? [],
    mayTakeBoth: false,
    pictures: { ours: null, theirs: null },
  };
  const voice = { ...conflict, conflictId: 'media clip 9', field: 'media', subject: '05_sound.png' } as const;
  const words: UpdateConflict = {
    conflictId: 'captions en clip 0',
    field: 'captions',
    subject: 'The old pier at night',
    scene: 1,
    place: null,
    ours: caption ?? [],
    theirs: [],
    mayTakeBoth: false,
    pictures: { ours: null, theirs: null },
  };
  const all = [conflict, words, ...(choices[conflict.conflictId] === 'theirs' ? [voice] : [])];
  return {
    blocker: null,
    newCut: { deliveryId: 'del-2', versionName: 'Harbour_lights_v002' },
    time: { frameRate: { numerator: 25, denominator: 1 }, startFrame: 90_000, isDropFrame: false },
    carried: [replaced(1, 'picture'), replaced(2, 'sound'), replaced(6, 'picture')],
    left: [replaced(3, 'picture')],
    staying: [],
    conflicts: all,
    lastChoices: {},
  };
}

/**
 * Returns a conflict about a picture that the editor and the project replaced differently, so that both are visible.
 */
export function replacedPicture(): UpdateConflict {
  const shown = (name: string) => ({ mediaPath: `returns/return-1/${name}` });
  return {
    conflictId: 'media clip 5',
    field: 'media',
    subject: '06_picture.png',
    scene: 6,
    place: { startFrame: 5 * sceneFrames, endFrame: 6 * sceneFrames },
    ours: [],
    theirs: [],
    mayTakeBoth: true,
    pictures: {
      ours: { ...shown('4'), kind: 'still', seconds: 0 },
      theirs: { ...shown('movie'), kind: 'movie', seconds: 1.5 },
    },
  };
}

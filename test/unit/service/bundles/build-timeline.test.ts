import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProjectContent } from '../../../../src-media/project-content.ts';
import { buildTimeline, type TimelineOptions } from '../../../../src-service/bundles/build-timeline.ts';
import { bundleDocuments } from '../../../../src-service/bundles/timeline-documents.ts';
import { loadLatinText } from '../../../../src-timeline/formats/latin-text.ts';
import { checkTimeline } from '../../../../src-timeline/model/check-timeline.ts';
import { trackDurationFrames } from '../../../../src-timeline/model/timeline.ts';
import { twoScenes } from '../../../fakes/services/store-fixture.ts';

const latinText = await loadLatinText();

/** Builds a timeline whose texts are transliterated letter by letter. */
function build(title: string, content: ProjectContent, options: Omit<TimelineOptions, 'latinTexts'>) {
  const latinTexts = content.scenes.map(({ text }) => latinText(text, content.languageCode));
  return buildTimeline(title, content, { latinTexts, ...options });
}

const extensions: Record<string, string> = {
  vg_file_still: '.png',
  vg_file_clip: '.mp4',
  vg_file_speech1: '.wav',
  vg_file_speech2: '.wav',
};
const { timeline, media } = build('Harbour lights', twoScenes, {
  extensionOf: (fileId) => extensions[fileId] ?? '',
  locate: ({ mediaName }) => `media/${mediaName}`,
});

test('media have plain unique names in scene order, numbered and in the words of the scene', () => {
  expect(media.map((item) => item.mediaName)).toEqual([
    '01_harbour-lights-at-dusk.png',
    '01_harbour-lights-at-dusk.wav',
    '02_scene.mp4',
    '02_scene.wav',
  ]);
  expect(timeline.media.map((item) => item.location)).toEqual(media.map((item) => `media/${item.mediaName}`));
});

/** Returns the names of the first scene's picture for these texts, each in a separate project. */
function pictureNames(scripts: readonly (readonly [text: string, languageCode: string])[]): string[] {
  return scripts.map(([text, languageCode]) => {
    const [first, ...others] = twoScenes.scenes;
    const scenes = first ? [{ ...first, text }, ...others] : [];
    const content = { ...twoScenes, scenes, languageCode };
    const { media: named } = build('', content, { extensionOf: () => '.png', locate: () => '' });
    return named[0]?.mediaName ?? '';
  });
}

test('media are named in the words of the scene in whatever letters it is written', () => {
  expect(
    pictureNames([
      ['El jardín de la abuela', 'es'],
      ['El jardi\u0301n de la abuela', 'es'],
      ['Übergröße der Straße', 'de'],
      ['Übergröße', 'en'],
      ['Zażółć gęślą jaźń, Łódź', 'pl'],
      ['Işıklar ve çağ', 'tr'],
      ['Огни гавани', 'ru'],
      ['Ελλάδα', 'el'],
      ['مرحبا بالعالم', 'ar'],
      ['שלום עולם', 'he'],
      ['สวัสดีชาวโลก', 'th'],
      ['안녕하세요 세계', 'ko'],
      ['港口的灯光', 'zh'],
      ['Don’t stop at 3.14', 'en'],
      ['50/50?', 'en'],
      ['…', 'en'],
      // The job determines readings for Japanese. Without them, these names only have a number.
      ['港の灯り', 'en'],
      ['東京', 'ja'],
    ]),
  ).toEqual(
    [
      'el-jardin-de-la-abuela',
      'el-jardin-de-la-abuela',
      'uebergroesse-der-strasse',
      'ubergrosse',
      'zazolc-gesla-jazn-lodz',
      'isiklar-ve-cag',
      'ogni-gavani',
      'ellada',
      'mrhb-blaalm',
      'shlvm-vlm',
      'swasdii-chaaw-olk',
      'annyeonghaseyo-segye',
      'gangkou-de-dengguang',
      'dont-stop-at-3-14',
      '50-50',
      'scene',
      'scene',
      'scene',
    ].map((words) => `01_${words}.png`),
  );
});

test('whatever the scenes say, every system takes the names of their media, and no two are the same', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 120 }),
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    fc.constantFrom('CON', 'aux.', 'LPT9', 'ß'.repeat(400), 'SCENE', 'scene', '👩‍👩‍👧', '港'.repeat(300)),
  );
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('en', 'ja', 'zh', 'de'),
      (texts, languageCode) => {
        const scenes = texts.flatMap((words) =>
          twoScenes.scenes.slice(0, 1).map((scene) => ({ ...scene, text: words })),
        );
        const content = { ...twoScenes, scenes, languageCode };
        const options = { extensionOf: (fileId: string) => extensions[fileId] ?? '', locate: () => '' };
        const names = build('', content, options).media.map(({ mediaName }) => mediaName);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(2 * texts.length);
        for (const name of names) {
          expect(name).toMatch(/^(?=.{6,80}$)\d\d_[a-z0-9-]*[a-z0-9]\.(?:png|wav)$/);
        }
      },
    ),
  );
});

test('a picture and its speech are one linked group as long as the scene', () => {
  const [pictures, speech] = timeline.tracks;
  expect(pictures?.items).toMatchObject([
    { durationFrames: 30, linkId: 'scene-001', note: 'Harbour lights at dusk.', sourceStartFrame: 0 },
    { durationFrames: 45, linkId: 'scene-002', note: '夜の港' },
  ]);
  expect(speech?.items).toMatchObject([{ linkId: 'scene-001' }, { linkId: 'scene-002' }]);
  expect(timeline.tracks.map(trackDurationFrames)).toEqual([75, 75]);
  expect([pictures?.role, speech?.role]).toEqual(['video', 'dialogue']);
});

test('stills have no length, clips have their own, speech is mono and as long as its scene', () => {
  expect(timeline.media).toMatchObject([
    { kind: 'still', durationFrames: null, audioChannels: null, size: { width: 1920, height: 1080 } },
    { kind: 'audio', durationFrames: 30, audioChannels: 1, size: null },
    { kind: 'video', durationFrames: 60, audioChannels: null },
    { kind: 'audio', durationFrames: 45, audioChannels: 1 },
  ]);
});

test('every scene begins at a marker with its number and its words', () => {
  expect(timeline.markers).toEqual([
    { frame: 0, name: 'Scene 1', note: 'Harbour lights at dusk.' },
    { frame: 30, name: 'Scene 2', note: '夜の港' },
  ]);
});

test('a scene with a title has it as the name of its marker', () => {
  const scenes = twoScenes.scenes.map((scene, index) => (index === 1 ? { ...scene, title: 'Dawn' } : scene));
  const titled = build('', { ...twoScenes, scenes }, { extensionOf: () => '', locate: () => '' });
  expect(titled.timeline.markers?.map(({ name }) => name)).toEqual(['Scene 1', 'Dawn']);
});

test('captions are a track of their own in the language spoken', () => {
  expect(timeline.captionTracks).toEqual([{ languageCode: 'en', captions: twoScenes.captions }]);
});

test('every bundle has the documents of its format and always the captions', () => {
  const suffixes = (format: 'FCPXML' | 'PREMIERE_XML' | 'OTIO' | 'SRT') =>
    bundleDocuments(format, timeline).map((document) => document.suffix);
  expect(suffixes('FCPXML')).toEqual(['.fcpxml', '.resolve.fcpxml', '.srt']);
  expect(suffixes('PREMIERE_XML')).toEqual(['.xml', '.srt']);
  expect(suffixes('OTIO')).toEqual(['.otio', '.paths.otio', '.srt']);
  expect(suffixes('SRT')).toEqual(['.srt']);
});

/** The content with everything that a project may have. */
const full: ProjectContent = {
  ...twoScenes,
  music: { fileId: 'vg_file_music', volume: 0.5 },
  logo: { fileId: 'vg_file_logo', position: 'TOP_RIGHT', sizePercent: 10 },
  scenes: twoScenes.scenes.map((scene, index) => {
    const { picture } = scene;
    if (picture.kind === 'still') {
      const zoom = { fromScale: 1, toScale: 1.2, centerX: 0.25, centerY: 0.5 };
      return { ...scene, picture: { ...picture, zoom }, presenterFileId: 'vg_file_presenter' };
    }
    return {
      ...scene,
      picture: { ...picture, isAudible: true },
      speechFileId: index === 1 ? null : scene.speechFileId,
      transition: { style: 'FADE', durationFrames: 10 },
    };
  }),
};
const fullExtensions: Record<string, string> = {
  ...extensions,
  vg_file_music: '.mp3',
  vg_file_logo: '.png',
  vg_file_presenter: '.webm',
};
const sizes: Record<string, { width: number; height: number }> = {
  vg_file_logo: { width: 400, height: 200 },
  vg_file_presenter: { width: 540, height: 540 },
};
const built = build('Harbour lights', full, {
  extensionOf: (fileId) => fullExtensions[fileId] ?? '',
  locate: ({ mediaName }) => `media/${mediaName}`,
  sizeOf: ({ fileId }) => sizes[fileId] ?? null,
  musicFrames: 40,
});
const trackOf = (name: string) => built.timeline.tracks.find((track) => track.name === name);

test('music, logo, presenter and the sound of clips are tracks and media of their own', () => {
  expect(built.timeline.tracks.map(({ name, role }) => `${name} ${role}`)).toEqual([
    'Pictures video',
    'Presenter video',
    'Logo video',
    'Speech dialogue',
    'Clip sound effects',
    'Music music',
  ]);
  expect(built.media.map(({ mediaName }) => mediaName)).toEqual([
    '01_harbour-lights-at-dusk.png',
    '01_harbour-lights-at-dusk.wav',
    '01_harbour-lights-at-dusk_presenter.webm',
    '02_scene.mp4',
    'music.mp3',
    'logo.png',
  ]);
  expect(() => checkTimeline(built.timeline)).not.toThrow();
});

test('a silent scene is a gap in the speech', () => {
  expect(trackOf('Speech')?.items).toMatchObject([
    { kind: 'clip', durationFrames: 30 },
    { kind: 'gap', durationFrames: 45 },
  ]);
  expect(trackOf('Clip sound')?.items).toMatchObject([{ kind: 'gap', durationFrames: 30 }, { kind: 'clip' }]);
});

test('a zoom goes on to the end of the transition behind its scene', () => {
  expect(trackOf('Pictures')?.items).toMatchObject([
    {
      motion: [
        { frame: 0, scale: 1 },
        { frame: 39, scale: 1.2, x: expect.closeTo(0.05, 9) as number, y: expect.closeTo(0, 9) as number },
      ],
    },
    { transition: { style: 'FADE', durationFrames: 10 } },
  ]);
});

test('a clip that has no frames left for the transition behind it is cut', () => {
  const [first, second] = full.scenes;
  if (first?.picture.kind !== 'still' || second?.picture.kind !== 'clip') throw new Error('other scenes');
  const short = { ...second, durationFrames: 55, transition: null };
  const scenes = [short, { ...first, transition: { style: 'FADE', durationFrames: 10 } as const }];
  const { timeline: cut } = build('t', { ...full, scenes }, { extensionOf: () => '', locate: () => '' });
  expect(cut.tracks[0]?.items[1]).not.toHaveProperty('transition');
});

test('music is repeated as in the movie and goes down under the speech', () => {
  // 40 frames with a cross-fade of 10 repeat every 30; half the volume is −6 dB.
  const items = trackOf('Music')?.items ?? [];
  expect(items.map(({ durationFrames }) => durationFrames)).toEqual([30, 30, 15]);
  expect(items[0]).toMatchObject({ sourceStartFrame: 0 });
  const [first] = items;
  const levels = first?.kind === 'clip' ? (first.levels ?? []) : [];
  expect(Math.round(levels.find(({ frame }) => frame === 15)?.levelDb ?? 0)).toBe(-15);
});

test('logo and presenter are where the movie has them', () => {
  const [logo] = trackOf('Logo')?.items ?? [];
  // The logo is 192 of 400 pixels wide, 54 from the right and the top edge.
  expect(logo).toMatchObject({
    durationFrames: 75,
    motion: [{ scale: 0.48, x: (1920 - 54 - 96) / 1920 - 0.5, y: (54 + 48) / 1080 - 0.5 }],
  });
  const [presenter] = trackOf('Presenter')?.items ?? [];
  expect(presenter).toMatchObject({ motion: [{ scale: 538 / 540 }] });
});

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createMediaEngine } from '../../../../src-service/engine/create-media-engine.ts';
import { drawLogoFrame } from '../../../../src-service/engine/render/draw-logo.ts';
import { createTimelineInterchangeKind } from '../../../../src-service/jobs/timeline-interchange.ts';
import type { TimelineInterchangeState } from '../../../../src-service/jobs/timeline-interchange.ts';
import { emptySources } from '../../../../src-service/store/stored-file.ts';
import { openTestStore, plainFile, twoScenes } from '../../../fakes/store-fixture.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

const names: Record<string, string> = {
  vg_file_still: 'picture.png',
  vg_file_clip: 'picture.mp4',
  vg_file_speech1: 'speech.wav',
  vg_file_speech2: 'speech.wav',
  vg_file_music: 'music.mp3',
  vg_file_logo: 'logo.svg',
};
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10"/></svg>';

/** A project with music and a drawn logo, and the job that turns it into documents. */
async function setUp(
  state: Omit<TimelineInterchangeState, 'projectId'>,
  changes: {
    readonly title?: string;
    readonly languageCode?: string;
    readonly texts?: readonly string[];
    /** Types of files that came by upload. */
    readonly uploads?: Readonly<Record<string, string>>;
  } = {},
) {
  const root = await makeTemporaryFolder();
  const workFolder = join(root, 'job');
  await mkdir(workFolder);
  const { store, clock } = await openTestStore(join(root, 'data'));
  const project = { projectId: 'p', teamId: 'team', userId: 'user', origin: 'api' } as const;
  const shape = {
    isHidden: false,
    title: changes.title ?? 'Harbour',
    aspectRatio: { width: 16, height: 9 },
    createdAt: 1,
  };
  store.projects.insert({ ...project, ...shape });
  const music = { fileId: 'vg_file_music', volume: 1 };
  const logo = { fileId: 'vg_file_logo', position: 'BOTTOM_RIGHT', sizePercent: 25 } as const;
  const scenes = twoScenes.scenes.map((scene, index) => ({
    ...scene,
    text: changes.texts?.[index] ?? 'Harbour lights.',
  }));
  const { languageCode = twoScenes.languageCode } = changes;
  store.projects.complete('p', { ...twoScenes, scenes, languageCode, music, logo }, 2);
  for (const [fileId, name] of Object.entries(names)) {
    const path = store.fileStore.temporaryPath();
    const mimeType = changes.uploads?.[fileId] ?? null;
    const fileName = mimeType === null ? name : 'original';
    await writeFile(path, name === 'logo.svg' ? drawing : fileId);
    await store.fileStore.publish(fileId, fileName, path);
    const sources = emptySources('skipped');
    const size = mimeType?.startsWith('image/') === true ? { width: 20, height: 10 } : {};
    const download = {
      ...sources.download,
      ...size,
      status: 'ready',
      fileName,
      mimeType,
      expiresAt: 9,
    } as const;
    store.files.insert(plainFile(fileId, { durationSeconds: 8, sources: { ...sources, download } }));
  }
  const engine = await createMediaEngine({ temporaryFolder: root });
  onTestFinished(() => engine.dispose());
  const kind = createTimelineInterchangeKind({
    ...store,
    clock,
    engine: {
      drawLogoFrame: async (request) => void (await drawLogoFrame(request)),
      romaniseJapanese: (texts, options) => engine.romaniseJapanese(texts, options),
    },
    linkTo: (fileId, mediaName) => `https://media.example/${fileId}/${mediaName}`,
  });
  const [stage] = kind.stagesOf({ projectId: 'p', ...state });
  let madePath = '';
  await stage?.run({
    jobId: 'job',
    state: { projectId: 'p', ...state },
    workFolder,
    signal: new AbortController().signal,
    isLastAttempt: false,
    onProgress: () => undefined,
    takeIn: async (_fileName, sourcePath) => {
      madePath = sourcePath;
      return 'vg_file_document';
    },
  });
  return { workFolder, made: (await readFile(madePath)).toString('latin1') };
}

test('a bundle has the music and the logo, drawn in its place on a frame of its own', async () => {
  const { workFolder, made } = await setUp({ format: 'FCPXML', mediaDelivery: 'BUNDLE' });
  for (const name of ['media/music.mp3', 'media/logo.png']) {
    // Once before its bytes, once in the directory.
    expect(made.split(`${name}`).length).toBeGreaterThanOrEqual(3);
  }
  expect(made).toContain('role="video.Logo"');
  const { data, info } = await sharp(join(workFolder, 'logo.png'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 1920, height: 1080, channels: 4 });
  const alphaAt = (x: number, y: number): number => data[(y * 1920 + x) * 4 + 3] ?? 0;
  // 480 × 240 pixels, 54 from the right and the lower edge.
  expect([alphaAt(1860, 1020), alphaAt(1390, 790), alphaAt(1380, 900), alphaAt(1870, 1000)]).toEqual([
    255, 255, 0, 0,
  ]);
});

test('a single document links to the music, and leaves out a logo that editors cannot read', async () => {
  const { made } = await setUp({ format: 'PREMIERE_XML', mediaDelivery: 'REMOTE_URLS' });
  expect(made).toContain('https://media.example/vg_file_music/music.mp3');
  expect(made).not.toContain('logo');
});

/** Names in a zip's directory. */
function entryNames(zip: string): string[] {
  return zip
    .split('PK\x01\x02')
    .slice(1)
    .map((record) => record.slice(42, 42 + record.charCodeAt(24)));
}

test.for([
  ['港の灯り', 'ja', ['夜の港', '東京大学'], 'minato-no-akari', ['01_yoru-no-minato', '02_tokyodaigaku']],
  // Kana make a script Japanese, whatever language it was said to be in.
  ['港', 'en', ['学校へ行った', '東京'], 'minato', ['01_gakko-e-itta', '02_tokyo']],
  ['港口', 'zh', ['港口的灯光', '东京'], 'GangKou', ['01_gangkou-de-dengguang', '02_dongjing']],
] as const)('“%s” in %s is named as it is read there', async ([title, languageCode, texts, name, stems]) => {
  const state = { format: 'FCPXML', mediaDelivery: 'BUNDLE' } as const;
  const { made } = await setUp(state, { title, languageCode, texts });
  expect(entryNames(made)).toEqual(
    expect.arrayContaining([`${name}.fcpxml`, `media/${stems[0]}.png`, `media/${stems[1]}.mp4`]),
  );
});

test('a title with signs that no file name takes stays itself in the document', async () => {
  const { made } = await setUp({ format: 'FCPXML', mediaDelivery: 'BUNDLE' }, { title: '50/50?' });
  expect(entryNames(made)).toContain('50-50.fcpxml');
  expect(made).toContain('<project name="50/50?">');
});

test('what was uploaded has the ending of its type in every name', async () => {
  const uploads = { vg_file_logo: 'image/png', vg_file_music: 'audio/mpeg' };
  const linked = await setUp({ format: 'FCPXML', mediaDelivery: 'REMOTE_URLS' }, { uploads });
  expect(linked.made).toContain('https://media.example/vg_file_logo/logo.png');
  expect(linked.made).toContain('https://media.example/vg_file_music/music.mp3');
  const bundle = await setUp({ format: 'OTIO', mediaDelivery: 'BUNDLE' }, { uploads });
  expect(entryNames(bundle.made)).toContain('media/music.mp3');
});

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FilterGraph, Frame, avGetCodecName } from 'node-av/lib';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { ClipDecoder, findPictures } from '../../../../src-media/av/clip-decoder.ts';
import { openMedia } from '../../../../src-media/av/open-media.ts';
import { encodeWav } from '../../../../src-media/av/wav.ts';
import { createMediaEngine } from '../../../../src-media/create-media-engine.ts';
import type { ScenePicture } from '../../../../src-media/project-content.ts';
import { drawLogoFrame } from '../../../../src-media/render/draw-logo.ts';
import {
  createTimelineInterchangeKind,
  type TimelineInterchangeState,
} from '../../../../src-service/jobs/timeline-interchange.ts';
import { emptySources } from '../../../../src-service/store/records/stored-file.ts';
import { openTestStore, plainFile, twoScenes } from '../../../fakes/services/store-fixture.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

const names: Record<string, string> = {
  vg_file_still: 'picture.png',
  vg_file_clip: 'picture.mp4',
  vg_file_speech1: 'speech.wav',
  vg_file_speech2: 'speech.wav',
  vg_file_music: 'music.mp3',
  vg_file_logo: 'logo.svg',
  vg_file_presenter: 'presenter.webm',
  vg_file_own: 'original',
};
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10"/></svg>';

interface OwnStill {
  readonly width: number;
  readonly height: number;
  /** True if the still itself is shown, fitted into the frame, and not a picture drawn from it. */
  readonly isFitted: boolean;
}

function ownPicture(picture: ScenePicture, { isFitted }: OwnStill): ScenePicture {
  if (picture.kind !== 'still') return picture;
  const own = { ...picture, origin: 'own', sourceFileId: 'vg_file_own' } as const;
  return isFitted ? { ...own, fittedFileId: picture.fileId } : own;
}

const typeOf = (fileId: string, uploads: Readonly<Record<string, string>> = {}): string | null =>
  fileId === 'vg_file_own' ? 'image/png' : (uploads[fileId] ?? null);

const sizeOf = (fileId: string, still?: OwnStill): { readonly width: number; readonly height: number } =>
  fileId === 'vg_file_own' && still
    ? { width: still.width, height: still.height }
    : { width: 20, height: 10 };

const tealPicture = ({ width, height }: OwnStill): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

async function bytesOf(
  fileId: string,
  { ownStill, presenter }: { readonly ownStill?: OwnStill; readonly presenter?: Buffer },
): Promise<Buffer | string> {
  if (fileId === 'vg_file_own' && ownStill) return tealPicture(ownStill);
  if (fileId === 'vg_file_presenter' && presenter) return presenter;
  return fileId === 'vg_file_logo' ? drawing : fileId;
}

/** Sets up a project with music and a drawn logo, and the job that converts it to documents. */
async function setUp(
  state: Omit<TimelineInterchangeState, 'projectId'>,
  changes: {
    readonly title?: string;
    readonly languageCode?: string;
    readonly texts?: readonly string[];
    /** The user's own still, shown by the first scene. */
    readonly ownStill?: OwnStill;
    /** Types of uploaded files. */
    readonly uploads?: Readonly<Record<string, string>>;
    /** The narrator of the first scene, as a file for players. */
    readonly presenter?: Buffer;
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
  const { ownStill } = changes;
  const scenes = twoScenes.scenes.map((scene, index) => ({
    ...scene,
    text: changes.texts?.[index] ?? 'Harbour lights.',
    presenterFileId: changes.presenter && index === 0 ? 'vg_file_presenter' : null,
    picture: ownStill ? ownPicture(scene.picture, ownStill) : scene.picture,
  }));
  const { languageCode = twoScenes.languageCode } = changes;
  store.projects.complete('p', { ...twoScenes, scenes, languageCode, music, logo }, 2);
  for (const [fileId, name] of Object.entries(names)) {
    const mimeType = typeOf(fileId, changes.uploads);
    const path = store.fileStore.temporaryPath();
    await writeFile(path, await bytesOf(fileId, changes));
    const fileName = mimeType === null ? name : 'original';
    await store.fileStore.publish(fileId, fileName, path);
    const sources = emptySources('skipped');
    const size = mimeType?.startsWith('image/') === true ? sizeOf(fileId, ownStill) : {};
    const facts = { ...size, status: 'ready', fileName, mimeType, expiresAt: 9 } as const;
    const download = { ...sources.download, ...facts };
    store.files.insert(plainFile(fileId, { durationSeconds: 8, sources: { ...sources, download } }));
  }
  const engine = await createMediaEngine({ temporaryFolder: root });
  onTestFinished(() => engine.dispose());
  const kind = createTimelineInterchangeKind({
    ...store,
    clock,
    engine: {
      conformStill: (request, options) => engine.conformStill(request, options),
      drawLogoFrame: async (request) => {
        await drawLogoFrame(request);
      },
      romaniseJapanese: (texts, options) => engine.romaniseJapanese(texts, options),
      clips: engine.clips,
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
    // A zip holds each name twice: before the bytes and in the directory.
    expect(made.split(name).length).toBeGreaterThanOrEqual(3);
  }
  expect(made).toContain('role="video.Logo"');
  const { data, info } = await sharp(join(workFolder, 'logo.png'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 1920, height: 1080, channels: 4 });
  const alphaAt = (x: number, y: number): number => data[(y * 1920 + x) * 4 + 3] ?? 0;
  // The logo has 480 × 240 pixels, 54 from the right and the lower edge.
  expect([alphaAt(1860, 1020), alphaAt(1390, 790), alphaAt(1380, 900), alphaAt(1870, 1000)]).toEqual([
    255, 255, 0, 0,
  ]);
});

test('a single document links to the music, and leaves out a logo that editors cannot read', async () => {
  const { made } = await setUp({ format: 'PREMIERE_XML', mediaDelivery: 'REMOTE_URLS' });
  expect(made).toContain('https://media.example/vg_file_music/music.mp3');
  expect(made).not.toContain('logo');
});

/** Returns the names in a zip's directory. */
function entryNames(zip: string): string[] {
  return zip
    .split('PK\x01\x02')
    .slice(1)
    .map((record) => record.slice(42, 42 + record.charCodeAt(24)));
}

test.for([
  ['港の灯り', 'ja', ['夜の港', '東京大学'], 'minato-no-akari', ['01_yoru-no-minato', '02_tokyodaigaku']],
  // Kana mark a script as Japanese, whatever its declared language.
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

test('an uploaded file has the suffix of its type in every name', async () => {
  const uploads = { vg_file_logo: 'image/png', vg_file_music: 'audio/mpeg' };
  const linked = await setUp({ format: 'FCPXML', mediaDelivery: 'REMOTE_URLS' }, { uploads });
  expect(linked.made).toContain('https://media.example/vg_file_logo/logo.png');
  expect(linked.made).toContain('https://media.example/vg_file_music/music.mp3');
  const bundle = await setUp({ format: 'OTIO', mediaDelivery: 'BUNDLE' }, { uploads });
  expect(entryNames(bundle.made)).toContain('media/music.mp3');
});

/** Makes a small, short clip of a silent drawn narrator. */
async function makePresenter(durationFrames: number): Promise<Buffer> {
  const folder = await makeTemporaryFolder();
  const engine = await createMediaEngine({ temporaryFolder: folder });
  onTestFinished(() => engine.dispose());
  const audioPath = join(folder, 'speech.wav');
  const outputPath = join(folder, 'presenter.webm');
  await writeFile(audioPath, encodeWav({ samples: new Float32Array(48_000), sampleRate: 48_000 }));
  const actor = { kind: 'character', characterKey: 'maya' } as const;
  const { signal } = new AbortController();
  await engine.avatars.presenterClip({ actor, audioPath, durationFrames, side: 96, outputPath }, { signal });
  return readFile(outputPath);
}

/** Returns the bytes of a stored entry of a zip. */
function entryBytes(zip: string, end: string): Buffer {
  const record = zip.split('PK\x01\x02').find((one) => one.slice(42, 42 + one.charCodeAt(24)).endsWith(end));
  const fields = Buffer.from(record ?? '', 'latin1');
  const start = fields.readUInt32LE(38);
  const local = Buffer.from(zip.slice(start, start + 30), 'latin1');
  const from = start + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  return Buffer.from(zip.slice(from, from + fields.readUInt32LE(16)), 'latin1');
}

/** Returns all pictures of a clip as RGBA. */
function picturesOf(path: string): { readonly seconds: number; readonly rgba: Buffer }[] {
  using decoder = new ClipDecoder(path);
  const pictures: { seconds: number; rgba: Buffer }[] = [];
  for (let decoded = decoder.next(); decoded; decoded = decoder.next()) {
    const { frame, seconds } = decoded;
    using graph = new FilterGraph();
    graph.alloc();
    const source =
      `buffer@in=video_size=${frame.width}x${frame.height}:pix_fmt=${frame.format}:time_base=1/30:` +
      `pixel_aspect=1/1:colorspace=${frame.colorSpace}:range=${frame.colorRange}`;
    graph.parse2(`${source},scale=flags=accurate_rnd+full_chroma_int,format=rgba,buffersink@out`);
    graph.configSync();
    using copy = frame.clone() ?? new Frame();
    copy.pts = 0n;
    graph.getFilter('buffer@in')?.buffersrcAddFrameSync(copy);
    using output = new Frame();
    output.alloc();
    graph.getFilter('buffersink@out')?.buffersinkGetFrameSync(output);
    pictures.push({ seconds, rgba: output.toBuffer() });
  }
  return pictures;
}

test('editors get presenters as ProRes with the same pictures and transparency, exactly as long', async () => {
  // Five frames shorter than its scene, so that its last picture is held.
  const presenter = await makePresenter(25);
  const { workFolder, made } = await setUp(
    { format: 'FCPXML', mediaDelivery: 'BUNDLE' },
    { texts: ['Harbour', 'Night'], presenter },
  );
  const named = entryNames(made).filter((name) => name.includes('presenter'));
  expect(named).toEqual(['media/01_harbour_presenter.mov']);
  expect(made).toContain('src="media/01_harbour_presenter.mov"');
  const webmPath = join(workFolder, 'given.webm');
  const movPath = join(workFolder, 'taken.mov');
  await writeFile(webmPath, presenter);
  await writeFile(movPath, entryBytes(made, '_presenter.mov'));
  const given = picturesOf(webmPath);
  const taken = picturesOf(movPath);
  expect(taken.map(({ seconds }) => Math.round(seconds * 30))).toEqual(
    Array.from({ length: 30 }, (_, at) => at),
  );
  taken.forEach(({ rgba }, index) => {
    const original = given[Math.min(index, given.length - 1)]?.rgba ?? Buffer.alloc(0);
    expect(rgba.length).toBe(original.length);
    let alphaError = 0;
    let colorError = 0;
    let visible = 0;
    for (let at = 0; at < rgba.length; at += 4) {
      const alpha = original[at + 3] ?? 0;
      alphaError = Math.max(alphaError, Math.abs((rgba[at + 3] ?? 0) - alpha));
      if (alpha < 128) continue;
      visible += 1;
      for (let channel = 0; channel < 3; channel += 1)
        colorError += Math.abs((rgba[at + channel] ?? 0) - (original[at + channel] ?? 0)) / 3;
    }
    expect(visible).toBeGreaterThan(500);
    expect(visible).toBeLessThan(rgba.length / 4);
    expect(alphaError).toBeLessThanOrEqual(1);
    expect(colorError / visible).toBeLessThan(2);
  });
  const media = openMedia(movPath);
  onTestFinished(() => media.closeInputSync());
  const { codecpar } = findPictures(media).stream;
  expect([avGetCodecName(codecpar.codecId), codecpar.width, codecpar.height]).toEqual(['prores', 96, 96]);
});

const bundle = { mediaDelivery: 'BUNDLE' } as const;
const tall = { width: 600, height: 1200, isFitted: true };
const originalBytes = async (still: OwnStill): Promise<string> =>
  (await tealPicture(still)).toString('latin1');

test('an own still comes as it is, framed by the timeline, with what is behind it as a clip of its own', async () => {
  const { made } = await setUp({ format: 'FCPXML', ...bundle }, { ownStill: tall });
  expect(made).toContain(await originalBytes(tall));
  expect(entryNames(made)).toEqual(
    expect.arrayContaining(['media/01_harbour-lights.png', 'media/01_harbour-lights_background.jpg']),
  );
  const documents = made.replaceAll(/\s+/g, ' ');
  // The still fits the frame, which is scale 1 in Final Cut, and stays in the storyline.
  expect(documents).toMatch(
    /<video ref="[^"]*picture" offset="0\/3000s"[^>]*> <note>[^<]*<\/note> <adjust-transform position="0 0" scale="1 1"\/>/,
  );
  expect(documents).toMatch(
    /<video ref="[^"]*background" lane="-1"[^>]*name="01_harbour-lights_background.jpg"/,
  );
});

test('an own still of nearly the frame’s shape is cropped by the timeline, in Premiere by its own pixels', async () => {
  const near = { width: 1600, height: 1200, isFitted: true };
  const { made } = await setUp({ format: 'PREMIERE_XML', ...bundle }, { ownStill: near });
  expect(made).toContain(await originalBytes(near));
  expect(made).not.toContain('_background');
  expect(made.replaceAll(/\s+/g, '')).toContain(
    '<parameterid>scale</parameterid><name>Scale</name><valuemin>0</valuemin><valuemax>1000</valuemax><value>120</value>',
  );
});

test.for([
  ['was drawn from', 'FCPXML', { ...tall, isFitted: false }],
  ['would have to be framed by OTIO, which cannot,', 'OTIO', tall],
] as const)('a still that %s is delivered as the movie shows it', async ([, format, ownStill]) => {
  const { made } = await setUp({ format, ...bundle }, { ownStill });
  expect(made).not.toContain(await originalBytes(ownStill));
  expect(made).not.toContain('_background');
});

test('in a document with links the fitted picture is what is behind the own one', async () => {
  const { made } = await setUp({ format: 'FCPXML', mediaDelivery: 'REMOTE_URLS' }, { ownStill: tall });
  expect(made).toContain('https://media.example/vg_file_own/01_harbour-lights.png');
  expect(made).toContain('https://media.example/vg_file_still/01_harbour-lights_background.png');
});

import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { frameXml, paragraphXml, shapeXml, writeSampleDeck } from '../../fakes/sample-deck.ts';
import { complaintsOfXmllint, reasonNotToValidate } from '../../unit/timeline/formats/validate-with-dtd.ts';
import { Caller, type Json } from '../support/caller.ts';
import { download, expectMovieOfProject, type MadeMovie, makeMovie } from '../support/made-movie.ts';
import {
  brightnessOf,
  differenceOf,
  levelOf,
  longestSilence,
  measureLoudness,
  readRgba,
  readSamples,
} from '../support/media-meters.ts';
import { type RealService, startRealService } from '../support/real-service.ts';

const stock = { visualStyle: { type: 'STOCK' } };
const small = { width: 192, height: 108 };

let folder: string;
let service: RealService;
let caller: Caller;
let spoken: Json;
let recording: Buffer;
const documents: { readonly version: string; readonly text: string }[] = [];
/** Movies and clips with the request that made each. */
const heard: { readonly request: string; readonly file: string }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dailies-workflows-'));
  service = await startRealService(path.join(folder, 'data'), ['--plan', 'pro']);
  caller = new Caller(service);
  const { ttsVoices } = (await caller.get('/v1/resources/tts-voices?query=en-US&limit=1')).body;
  const { body } = await caller.post('/v1/tools/text-to-speech', {
    ttsText: 'The boats come in at dusk. Nets dry on the wall, and lamps are lit.',
    voiceId: ttsVoices[0]?.voiceId,
  });
  const execution = await caller.untilTerminal(
    `/v1/tools/executions/${String(body['toolExecutionId'])}`,
    60_000,
  );
  spoken = execution.results[0]?.file as Json;
  recording = await readFile(await download(spoken.downloadSource.url, path.join(folder, 'spoken.wav')));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

async function make(workflow: string, body: object): Promise<MadeMovie> {
  const made = await makeMovie(caller, folder, workflow, body);
  expectMovieOfProject(made);
  for (const [version, text] of made.documents) documents.push({ version, text });
  // Music of the user's own is as loud as its volume says.
  if (!('remixActions' in body)) heard.push({ request: workflow, file: made.movie });
  return made;
}

/** Uploads two pages, each in its own colour. */
async function uploadPdf(): Promise<Json> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.HelveticaBold);
  const many = 'Seventy lamps light the quay, and the nets dry on the wall until the boats go out at dawn.';
  for (const [title, text, color] of [
    ['Harbour', '', rgb(0.1, 0.35, 0.6)],
    ['Nets', many, rgb(0.75, 0.3, 0.15)],
  ] as const) {
    const page = pdf.addPage([960, 540]);
    page.drawRectangle({ x: 0, y: 0, width: 960, height: 540, color });
    page.drawText(title, { x: 80, y: 300, size: 90, font, color: rgb(1, 1, 1) });
    page.drawText(text, { x: 80, y: 200, size: 16, font, color: rgb(1, 1, 1) });
  }
  return caller.upload('Harbour deck.pdf', Buffer.from(await pdf.save()));
}

async function uploadDeck(): Promise<Json> {
  const file = path.join(folder, 'deck.pptx');
  const title = (text: string) =>
    shapeXml(frameXml(60, 36, 840, 84), paragraphXml(text), '<p:ph type="title"/>');
  await writeSampleDeck(file, [
    { shapes: title('Lamps'), notes: 'Seventy lamps light the quay.' },
    { shapes: title('Boats'), notes: 'And the boats come in.' },
  ]);
  return caller.upload('Lamps.pptx', await readFile(file));
}

test('a recording with its transcript becomes a movie that says what it says, in captions, too', async () => {
  const file = await caller.upload('Harbour talk.wav', recording, { transcript: spoken['transcript'] });
  const { captions, durationFrames } = await make('voiceover-to-video', {
    fileId: file.fileId,
    ...stock,
  });
  expect(captions.join(' ')).toBe('The boats come in at dusk. Nets dry on the wall, and lamps are lit.');
  expect(Math.abs(durationFrames / 30 - Number(file['durationSeconds']))).toBeLessThan(0.5);
});

test('a recording without one becomes a movie that is as long, with nothing made up in captions', async () => {
  const file = await caller.upload('Untold.wav', recording, { type: 'AUDIO' });
  const { captions, run, durationFrames } = await make('voiceover-to-video', {
    fileId: file.fileId,
    visualStyle: { type: 'AI_IMAGE', aiStyle: 'paper cut' },
  });
  expect(captions).toEqual([]);
  expect((await caller.get(`/v1/projects/${run.projectId}`)).body.title).toBe('Untold');
  expect(Math.abs(durationFrames / 30 - Number(file['durationSeconds']))).toBeLessThan(0.5);
});

test('pages of a PDF are shown as they are, and music is nine decibels lower while somebody speaks', async () => {
  // Higher than the voices of the service reach, so that the test can separate it from speech.
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=12500:duration=20', '-ar', '48000'];
  const toneFile = path.join(folder, 'tone.wav');
  execFileSync('ffmpeg', ['-v', 'error', ...tone, toneFile]);
  const music = await caller.upload('tone.wav', await readFile(toneFile));
  const made = await make('slideshow-to-video', {
    fileId: (await uploadPdf()).fileId,
    slideScripts: ['The boats come in at dusk, one after the other, and nobody counts them.', ''],
    remixActions: [{ type: 'SET_BACKGROUND_MUSIC', fileId: music.fileId, volume: 0.5 }],
  });
  const [first, second] = made.pictures;
  if (!first || !second || made.pictures.length !== 2) throw new Error('There are not two pages.');
  const pixels = readRgba(made.movie, small, first.startFrame + 5);
  expect(Math.abs((pixels[0] ?? 0) - 26) + Math.abs((pixels[2] ?? 0) - 153)).toBeLessThan(16);
  const high = path.join(folder, 'high.wav');
  const filter = 'highpass=f=12000:p=2,highpass=f=12000:p=2,asetrate=12000';
  execFileSync('ffmpeg', ['-v', 'error', '-i', made.movie, '-vn', '-ar', '48000', '-af', filter, high]);
  // Plays at a quarter of the rate, so that the tone survives resampling to 8 kHz.
  const samples = readSamples(high);
  const level = (from: number, to: number) => levelOf(samples, from * 4, to * 4);
  const speechSeconds = first.durationFrames / 30;
  const under = level(1.2, speechSeconds - 1.2);
  // The silent page lasts as long as its text takes to read, and the music fades in its last two seconds.
  const alone = level(speechSeconds + 1.1, speechSeconds + 1.9);
  expect(Math.abs(alone - under - 9)).toBeLessThan(1.5);
});

test('a PowerPoint file is set in a theme, and its notes are spoken', async () => {
  const { body } = await caller.get('/v1/entities?entityType=SLIDESHOW_THEME');
  const themes = body['entities'] as { entityId: string; name: string }[];
  const theme = themes.find(({ name }) => name === 'Midnight');
  const { captions, pictures } = await make('slideshow-to-video', {
    fileId: (await uploadDeck()).fileId,
    slideshowThemeEntityId: theme?.entityId,
  });
  expect(captions.join(' ')).toBe('Seventy lamps light the quay. And the boats come in.');
  expect(pictures).toHaveLength(2);
  for (const { file } of pictures) expect(brightnessOf(readRgba(file, small))).toBeLessThan(90);
});

test('a storyboard becomes a still and a clip that moves under its voiceover', async () => {
  const { pictures, captions, movie } = await make('storyboard-to-video', {
    scenes: [
      { prompt: 'A wide beach at sunrise', generation: { type: 'AI_IMAGE' }, durationSeconds: 1 },
      {
        prompt: 'A boat at sea',
        generation: { type: 'AI_VIDEO' },
        durationSeconds: 1,
        voiceoverScript: 'Off we go.',
      },
    ],
  });
  expect(pictures.map(({ kind, startFrame }) => ({ kind, startFrame }))).toEqual([
    { kind: 'still', startFrame: 0 },
    { kind: 'movie', startFrame: 30 },
  ]);
  expect(captions).toEqual(['Off we go.']);
  const first = 31;
  const last = 30 + (pictures[1]?.durationFrames ?? 0) - 1;
  expect(differenceOf(readRgba(movie, small, first), readRgba(movie, small, last), 0.7)).toBeGreaterThan(0.4);
});

test('a prompt becomes one clip as long as was asked for, whose sound is in the movie', async () => {
  const { pictures, durationFrames } = await make('prompt-to-video-clip', {
    prompt: 'Waves at the beach',
    durationSeconds: 1,
  });
  expect(durationFrames).toBe(30);
  expect(pictures.map(({ kind }) => kind)).toEqual(['movie']);
});

test('an outline becomes a project that says its points, and can be exported', async () => {
  const { captions } = await make('content-outline-to-video', {
    outlineMarkdown: '# Visit the harbour\n\n- Seventy lamps\n- Nets on the wall',
  });
  const said = captions.join(' ').toLowerCase();
  for (const words of ['visit the harbour', 'seventy lamps', 'nets on the wall'])
    expect(said).toContain(words);
});

test.each([
  ['ambience', { prompt: 'Waves at the beach', durationSeconds: 1, generateAudio: true }],
  ['speech', { prompt: 'A fisherman', spokenDialogue: 'The tide waits for nobody.', generateAudio: true }],
  ['music', { prompt: 'A city at night with piano music', durationSeconds: 1, generateAudio: true }],
])('a clip with %s is made', async (sound, body) => {
  const { body: started } = await caller.post('/v1/tools/generate-video-clip', { quality: 'LOW', ...body });
  const made = await caller.untilTerminal(
    `/v1/tools/executions/${String(started['toolExecutionId'])}`,
    100_000,
  );
  const url = made.results[0]?.downloadUrl ?? '';
  heard.push({ request: `clip with ${sound}`, file: await download(url, path.join(folder, `${sound}.mp4`)) });
});

test('all of them are at -16 LUFS, with no true peak above -1 dBTP and never silent for half a second', () => {
  expect(heard.length).toBeGreaterThanOrEqual(9);
  for (const { request, file } of heard) {
    const { lufs, peak } = measureLoudness(file);
    expect(Math.abs(lufs + 16), `${request}: ${lufs} LUFS`).toBeLessThanOrEqual(1);
    expect(peak, `${request}: ${peak} dBTP`).toBeLessThanOrEqual(-1);
    expect(longestSilence(file), request).toBeLessThan(0.5);
  }
});

const reason = reasonNotToValidate();
test.skipIf(reason !== null)(
  `the documents of all of them are valid after the document types of their makers${reason === null ? '' : ` (${reason})`}`,
  () => {
    expect(documents.length).toBeGreaterThanOrEqual(14);
    for (const version of ['1.10', '1.13'] as const) {
      const texts = documents.filter((document) => document.version === version).map(({ text }) => text);
      expect(texts.length).toBeGreaterThanOrEqual(7);
      expect(complaintsOfXmllint(`FCPXML ${version}`, texts)).toBe('');
    }
  },
);

import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import SrtParser from 'srt-parser-2';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { readShotcut, writeShotcut } from '../../src-timeline/formats/shotcut/shotcut.ts';
import { placementsOfTrack } from '../../src-timeline/model/placement.ts';
import { type Clip, type Gap, primaryTrackIndex, type Timeline } from '../../src-timeline/model/timeline.ts';
import { complaintsOfXmllint, reasonNotToValidate } from '../unit/timeline/formats/validate-with-dtd.ts';
import { type DeliveredProject, deliverProject } from './deliver-project.ts';
import { deliveryInputs, headingsOf, spokenWords } from './delivery-inputs.ts';
import {
  type ClipFacts,
  type DocumentFacts,
  readFcpxmlFacts,
  readOtioFacts,
  readXmemlFacts,
} from './document-facts.ts';
import {
  decodeFrames,
  decodeSound,
  decodeStill,
  levelBetween,
  measureLoudness,
  pictureDifference,
  probeMedia,
  thumb,
} from './movie-probe.ts';
import { envelopeOf, likeness, speakTexts } from './speech-likeness.ts';

const reasonWithoutDtd = reasonNotToValidate();
if (reasonWithoutDtd) console.warn(reasonWithoutDtd);

interface Cue {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly text: string;
}

async function readCues(path: string): Promise<Cue[]> {
  return new SrtParser().fromSrt(await readFile(path, 'utf8')).map(({ startSeconds, endSeconds, text }) => ({
    startSeconds,
    endSeconds,
    text: text.replaceAll(/\s+/g, ' ').trim(),
  }));
}

const pathOf = (clip: ClipFacts, folder: string): string => {
  if (clip.location.startsWith('file:'))
    return fileURLToPath(clip.location.replace('file://localhost/', 'file:///'));
  return clip.location.startsWith('/') ? clip.location : join(folder, clip.location);
};

/** True for the background below a picture that does not fill the frame. */
const isBackground = (location: string): boolean => location.includes('_background.');

const picturesOf = ({ clips }: DocumentFacts): ClipFacts[] =>
  clips.filter(({ kind, location }) => kind === 'still' && !isBackground(location));

/** Decodes a still as it appears: alone if it fills the frame, otherwise fitted onto its background. */
async function decodeShown(
  clip: ClipFacts,
  { clips }: DocumentFacts,
  folder: string,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const behind = clips.find(
    ({ location, startFrame }) => isBackground(location) && startFrame === clip.startFrame,
  );
  if (!behind) return decodeStill(pathOf(clip, folder));
  const front = await sharp(pathOf(clip, folder)).resize(width, height, { fit: 'inside' }).toBuffer();
  const shown = join(await mkdtemp(join(tmpdir(), 'dailies-shown-')), 'shown.png');
  await sharp(pathOf(behind, folder))
    .composite([{ input: front }])
    .toFile(shown);
  const bytes = await decodeStill(shown);
  await rm(dirname(shown), { recursive: true });
  return bytes;
}

/** Length in frames by file name, because every delivery of a project holds the same media. */
const lengths = new Map<string, number>();

async function lengthFrames(path: string): Promise<number> {
  const known = lengths.get(basename(path));
  if (known !== undefined) {
    expect((await stat(path)).isFile()).toBe(true);
    return known;
  }
  const { format } = await probeMedia(path);
  const frames = Math.floor(Number(format.duration) * 30 + 1e-3);
  lengths.set(basename(path), frames);
  return frames;
}

/** Keeps the movie and its decoded frames for the search for a cause. */
async function keepFrames(name: string, movie: string, frames: ReadonlyMap<number, Buffer>): Promise<void> {
  const kept = join('test-results', 'roundtrip', name.replaceAll(/\W+/g, '-'));
  await mkdir(kept, { recursive: true });
  await copyFile(movie, join(kept, basename(movie)));
  for (const [number, rgb] of frames) {
    const image = sharp(rgb, { raw: { ...thumb, channels: 3 } });
    await image.png().toFile(join(kept, `${String(number)}.png`));
  }
}

/** Checks conditions that hold for timelines of every format. */
async function expectOnline(facts: DocumentFacts, folder: string, media: ReadonlySet<string>): Promise<void> {
  const used = new Set<string>();
  for (const clip of facts.clips) {
    const path = pathOf(clip, folder);
    expect(media, `${clip.location} is delivered`).toContain(path);
    used.add(path);
    expect(clip.startFrame).toBeGreaterThanOrEqual(0);
    expect(clip.startFrame + clip.durationFrames).toBeLessThanOrEqual(facts.durationFrames);
    if (clip.kind === 'still') continue;
    expect(clip.sourceStartFrame).toBeGreaterThanOrEqual(0);
    expect(clip.sourceStartFrame + clip.durationFrames, `range of ${basename(path)}`).toBeLessThanOrEqual(
      await lengthFrames(path),
    );
  }
  expect(used).toEqual(media);
}

describe.each(deliveryInputs)('$name', (input) => {
  let done: DeliveredProject;
  let facts: DocumentFacts;
  let stills: ClipFacts[];
  let sounds: ClipFacts[];
  let movie: string;
  let media: Set<string>;
  let pictures: Buffer[];
  /** Frames of the movie: those around each cut, the last one, and none after it. */
  let frames: ReadonlyMap<number, Buffer>;

  beforeAll(async () => {
    lengths.clear();
    done = await deliverProject(input);
    facts = await readFcpxmlFacts(done.result.document);
    stills = picturesOf(facts).sort((a, b) => a.startFrame - b.startFrame);
    sounds = facts.clips.filter(({ kind }) => kind === 'sound').sort((a, b) => a.startFrame - b.startFrame);
    movie = done.result.referenceMovie ?? '';
    media = new Set(done.result.media.map(({ path }) => path));
    pictures = await Promise.all(
      stills.map((clip) => decodeShown(clip, facts, done.result.folder, input.size)),
    );
    const cuts = stills.slice(1).flatMap(({ startFrame }) => [startFrame - 1, startFrame]);
    frames = await decodeFrames(movie, [...cuts, facts.durationFrames - 1, facts.durationFrames]);
  });
  afterAll(() => done.dispose());

  test('the movie is what every editor and player takes, and as long as the timeline to the frame', async () => {
    const { streams, format } = await probeMedia(movie);
    const video = streams.find(({ codec_type: type }) => type === 'video');
    const audio = streams.find(({ codec_type: type }) => type === 'audio');
    expect(video).toMatchObject({
      codec_name: 'h264',
      profile: 'High',
      ...input.size,
      pix_fmt: 'yuv420p',
      color_range: 'tv',
      color_space: 'bt709',
      color_transfer: 'bt709',
      color_primaries: 'bt709',
      r_frame_rate: '30/1',
      avg_frame_rate: '30/1',
    });
    expect(audio).toMatchObject({ codec_name: 'aac', sample_rate: '48000', channels: 2 });
    expect(frames.has(facts.durationFrames - 1), 'the last frame').toBe(true);
    expect(frames.has(facts.durationFrames), 'a frame after the last').toBe(false);
    expect(done.result.durationSeconds).toBeCloseTo(facts.durationFrames / 30, 6);
    for (const seconds of [format.duration, audio?.duration ?? '']) {
      expect(Math.abs(Number(seconds) - facts.durationFrames / 30)).toBeLessThanOrEqual(1 / 30);
    }
    const bytes = await readFile(movie);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  test('every cut of the movie falls on the frame the timeline says, with the picture it says', () => {
    onTestFailed(() => keepFrames(input.name, movie, frames));
    const cuts = stills.slice(1).map(({ startFrame }) => startFrame);
    expect(stills[0]?.startFrame).toBe(0);
    for (const [index, cut] of cuts.entries()) {
      const before = frames.get(cut - 1);
      const after = frames.get(cut);
      const old = pictures[index];
      const next = pictures[index + 1];
      if (!before || !after || !old || !next) throw new Error('A frame is missing.');
      expect(pictureDifference(before, old), `frame before cut ${String(index)}`).toBeLessThan(5);
      expect(pictureDifference(after, next), `frame at cut ${String(index)}`).toBeLessThan(5);
      const change = pictureDifference(old, next);
      if (change > 8) expect(pictureDifference(before, after)).toBeGreaterThan(change / 2);
    }
  });

  test('pictures change from scene to scene, and own images come first, upright', async () => {
    for (let index = 1; index < pictures.length; index += 1) {
      expect(
        pictureDifference(pictures[index - 1] ?? Buffer.alloc(0), pictures[index] ?? Buffer.alloc(0)),
      ).toBeGreaterThan(1);
    }
    for (const [index, clip] of stills.entries()) {
      // The landscape image is delivered unchanged; the other one is upright only by its orientation tag.
      const isOriginal = index === 0 && input.imageCount > 0;
      const size = isOriginal ? { width: 1600, height: 1200 } : input.size;
      expect(await sharp(pathOf(clip, done.result.folder)).metadata()).toMatchObject(size);
    }
  });

  test('cuts fall between sentences and headings, and nothing of the script is lost or added', () => {
    const spoken = sounds.map(({ note }) => note.replaceAll(/\s+/g, ' ').trim());
    const headings = headingsOf(input);
    for (const text of spoken) {
      expect(headings.has(text) || /[.!?…][»”"')\]]*$/.test(text), `«${text}» ends a sentence`).toBe(true);
    }
    expect(spoken.join(' ').split(' ')).toEqual(spokenWords(input));
  });

  test('each scene’s sound is that scene’s words and no other’s', async () => {
    const scenes = sounds.filter(({ durationFrames }) => durationFrames > 45);
    const heard = await Promise.all(
      scenes.map(async (clip) => envelopeOf(await decodeSound(pathOf(clip, done.result.folder)))),
    );
    const expected = await speakTexts(
      scenes.map(({ note }) => note),
      input.name.includes('Spanish') ? 'es' : 'en-us',
    );
    const best = heard.map((envelope) => {
      const scores = expected.map((candidate) => likeness(envelope, candidate));
      return scores.indexOf(Math.max(...scores));
    });
    const right = best.filter((choice, index) => choice === index).length;
    expect(right / scenes.length).toBeGreaterThanOrEqual(0.9);
  });

  test('captions are the spoken words, stand while they are heard, and never overlap', async () => {
    const srt = done.result.documents.find(({ path }) => path.endsWith('.srt'))?.path ?? '';
    const cues = await readCues(srt);
    expect(
      cues
        .map(({ text }) => text)
        .join(' ')
        .split(' '),
    ).toEqual(spokenWords(input));
    expect(facts.captions).toEqual(cues.map(({ text }) => text));
    const sound = await decodeSound(movie);
    for (const [index, cue] of cues.entries()) {
      expect(cue.endSeconds).toBeGreaterThan(cue.startSeconds);
      expect(cue.startSeconds).toBeGreaterThanOrEqual(cues[index - 1]?.endSeconds ?? 0);
      expect(levelBetween(sound, cue.startSeconds, cue.endSeconds), `«${cue.text}» is heard`).toBeGreaterThan(
        -32,
      );
    }
    const pauses = cues
      .slice(1)
      .map((cue, index) => [cues[index]?.endSeconds ?? 0, cue.startSeconds] as const);
    for (const [from, to] of pauses.filter(([start, end]) => end - start > 0.25)) {
      expect(levelBetween(sound, from + 0.05, to - 0.05), `quiet at ${String(from)} s`).toBeLessThan(-40);
    }
  });

  test('the narration is as loud as narration should be, and never clips', async () => {
    const { lufs, truePeakDb } = await measureLoudness(movie);
    expect(lufs).toBeGreaterThanOrEqual(-18);
    expect(lufs).toBeLessThanOrEqual(-14);
    expect(truePeakDb).toBeLessThanOrEqual(-1);
  });

  test('FCPXML opens with every clip online, for Final Cut and for Resolve', async () => {
    const { documents, folder } = done.result;
    const resolve = documents.find(({ editor }) => editor === 'resolve')?.path ?? '';
    expect(await readFile(done.result.document, 'utf8')).toContain('<fcpxml version="1.13">');
    expect(await readFile(resolve, 'utf8')).toContain('<fcpxml version="1.10">');
    for (const path of [done.result.document, resolve]) {
      await expectOnline(await readFcpxmlFacts(path), folder, media);
    }
  });

  test.skipIf(reasonWithoutDtd)('FCPXML is valid by Apple’s document types', async () => {
    const resolve = done.result.documents.find(({ editor }) => editor === 'resolve')?.path ?? '';
    expect(complaintsOfXmllint('FCPXML 1.13', [await readFile(done.result.document, 'utf8')])).toBe('');
    expect(complaintsOfXmllint('FCPXML 1.10', [await readFile(resolve, 'utf8')])).toBe('');
  });

  test('xmeml has the same cuts, online', async () => {
    const delivery = await done.deliver('PREMIERE_XML', 'BUNDLE');
    const folder = delivery.folderPath ?? '';
    const path = join(folder, `${basename(folder)}.xml`);
    const xmeml = await readXmemlFacts(path);
    expect(xmeml.durationFrames).toBe(facts.durationFrames);
    expect(picturesOf(xmeml).map(({ startFrame }) => startFrame)).toEqual(
      stills.map(({ startFrame }) => startFrame),
    );
    await expectOnline(xmeml, folder, movedTo(folder, media));
    if (!reasonWithoutDtd) expect(complaintsOfXmllint('xmeml 4', [await readFile(path, 'utf8')])).toBe('');
    expect((await readCues(join(folder, `${basename(folder)}.srt`))).length).toBe(facts.captions.length);
  });

  test('OTIO has the same cuts, online, in both spellings of a location', async () => {
    const delivery = await done.deliver('OTIO', 'BUNDLE');
    const folder = delivery.folderPath ?? '';
    for (const name of [`${basename(folder)}.otio`, `${basename(folder)}.paths.otio`]) {
      const otio = await readOtioFacts(join(folder, name));
      expect(otio.durationFrames).toBe(facts.durationFrames);
      expect(picturesOf(otio).map(({ startFrame }) => startFrame)).toEqual(
        stills.map(({ startFrame }) => startFrame),
      );
      expect(
        otio.clips.every(({ location }) => location.startsWith(name.includes('paths') ? '/' : 'file:///')),
      ).toBe(true);
      // These deliveries contain the pictures as shown, without backgrounds.
      const seen = new Set([...media].filter((path) => !isBackground(path)));
      await expectOnline(otio, folder, movedTo(folder, seen));
    }
  });

  test('a project of Shotcut that is saved without its last scene comes back as that edit and no other', async () => {
    const { folder } = done.result;
    const document = join(folder, `${basename(folder)}.mlt`);
    expect(await done.returns()).toEqual([]);
    const delivered = await readFile(document, 'utf8');
    const cut = readShotcut(delivered);
    const scenes = cut.markers?.length;
    await writeFile(document, writeShotcut(withoutLastScene(cut)));
    const [found, ...more] = await done.returns();
    expect(more).toEqual([]);
    expect(found).toMatchObject({ path: document, editor: 'shotcut', state: 'described', error: null });
    expect(found?.edits.map(({ sentence }) => sentence)).toEqual([`Scene ${String(scenes)} removed`]);
    await writeFile(document, delivered);
  });

  test('captions come alone, and again never touch an earlier version', async () => {
    const before = await readFile(done.result.document);
    const delivery = await done.deliver('SRT', 'BUNDLE');
    const folder = delivery.folderPath ?? '';
    const manifest = JSON.parse(await readFile(join(folder, '.dailies', 'manifest.json'), 'utf8')) as {
      media: { path: string }[];
      referenceMovie: unknown;
    };
    expect(manifest).toMatchObject({ media: [], referenceMovie: null });
    expect((await readCues(join(folder, `${basename(folder)}.srt`))).map(({ text }) => text)).toEqual(
      facts.captions,
    );
    expect(dirname(folder)).toBe(dirname(done.result.folder));
    expect(basename(folder)).not.toBe(basename(done.result.folder));
    expect(await readFile(done.result.document)).toEqual(before);
  });

  test('a document with links plays from the service', async () => {
    const delivery = await done.deliver('FCPXML', 'REMOTE_URLS');
    const folder = delivery.folderPath ?? '';
    const remote = await readFcpxmlFacts(join(folder, `${basename(folder)}.fcpxml`));
    expect(remote.clips.length).toBe(facts.clips.length);
    for (const { location } of [remote.clips[0], remote.clips.at(-1)].filter((clip) => clip !== undefined)) {
      const answer = await fetch(location, { headers: { range: 'bytes=0-15' } });
      expect(answer.status).toBe(206);
      expect((await answer.arrayBuffer()).byteLength).toBe(16);
    }
  });
});

/** Returns the cut after an editor has removed the last picture with its sound and captions. */
function withoutLastScene(cut: Timeline): Timeline {
  const track = cut.tracks[primaryTrackIndex(cut.tracks)];
  const last = track ? placementsOfTrack(track).at(-1) : undefined;
  const isLeft = (item: Clip | Gap): boolean => item.kind === 'gap' || item.linkId !== last?.clip.linkId;
  const isEarly = ({ startFrame }: { readonly startFrame: number }): boolean =>
    startFrame < (last?.startFrame ?? 0);
  return {
    ...cut,
    tracks: cut.tracks.map((each) => ({ ...each, items: each.items.filter(isLeft) })),
    captionTracks: cut.captionTracks.map((each) => ({ ...each, captions: each.captions.filter(isEarly) })),
  };
}

function movedTo(folder: string, media: ReadonlySet<string>): Set<string> {
  return new Set([...media].map((path) => join(folder, 'media', basename(path))));
}

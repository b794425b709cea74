import { copyFile, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createNodeSystem } from '../../src-main/hosts/node/node-system.ts';
import type { EditorName } from '../../src-shared/contract/editor.ts';
import { readKdenlive } from '../../src-shared/timeline/kdenlive.ts';
import { readShotcut } from '../../src-shared/timeline/mlt.ts';
import { type Placement, placementsOfTrack } from '../../src-shared/timeline/placement.ts';
import { primaryTrackIndex, type Timeline } from '../../src-shared/timeline/timeline.ts';
import { decodeFrames, pictureDifference } from '../roundtrip/movie-probe.ts';
import { type DeliveredVersion, deliverInput } from './deliver-input.ts';
import { pressKeys, takePicture, waitForNoWindow, waitForOnlyWindow } from './desktop.ts';
import { editorInputs } from './editor-inputs.ts';
import { Kdenlive } from './kdenlive.ts';
import { editorPrograms, reasonWithout } from './programs.ts';
import { renderFrames } from './rendered-frames.ts';

const without = {
  kdenlive: reasonWithout('kdenlive'),
  shotcut: reasonWithout('shotcut'),
  melt: reasonWithout('melt'),
};
for (const reason of Object.values(without)) if (reason !== null) console.warn(`Left out: ${reason}`);
const isAllMissing = Object.values(without).every((reason) => reason !== null);

const textOf = (title: string): string => title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

describe.skipIf(isAllMissing).each(editorInputs)('$name', (input) => {
  let done: DeliveredVersion;
  let name: string;
  let programs: string;

  beforeAll(async () => {
    // The app finds editors by their usual names on the path.
    programs = await mkdtemp(join(tmpdir(), 'dailies-programs-'));
    for (const editor of ['kdenlive', 'shotcut'] as const) {
      const program = editorPrograms[editor];
      if (program !== null) await symlink(program, join(programs, editor));
    }
    const system = createNodeSystem();
    const path = [programs, process.env['PATH'] ?? ''].join(delimiter);
    done = await deliverInput(input, { ...system, environment: { ...system.environment, PATH: path } });
    name = basename(done.folder);
  });
  afterAll(async () => {
    await done.dispose();
    await rm(programs, { recursive: true });
  });

  const documentPath = (suffix: string): string => join(done.folder, `${name}${suffix}`);

  async function openIn(editor: EditorName, suffix: string): Promise<void> {
    const { editors } = await done.client.call('editor.list', { isFresh: true });
    const installed = editors.find((each) => each.editor === editor);
    if (!installed) throw new Error(`The app does not find ${editor}.`);
    const { deliveryId } = done.delivery;
    const { editorId } = installed;
    const opened = await done.client.call('delivery.open', { deliveryId, editorId });
    expect(opened).toEqual({ way: 'started', path: documentPath(suffix) });
  }

  /** What the app's own watcher tells of a saved document. */
  async function toldOf(suffix: string): Promise<readonly string[]> {
    const request = { projectId: null, withDismissed: false, offset: 0, limit: 50 };
    const returnId = await vi.waitFor(
      async () => {
        const { returns } = await done.client.call('return.list', request);
        const found = returns.find(({ fileName }) => fileName === `${name}${suffix}`);
        expect(found).toMatchObject({ state: 'described', error: null });
        return found?.returnId ?? '';
      },
      { timeout: 60_000, interval: 500 },
    );
    const { edits } = await done.client.call('return.get', { returnId });
    return edits.map(({ sentence }) => sentence.text);
  }

  test.skipIf(without.melt).each(['.kdenlive', '.mlt'])(
    'MLT renders %s as the reference movie is, frame by frame',
    async (suffix) => {
      const cut = readKdenlive(await readFile(documentPath('.kdenlive'), 'utf8'));
      const pictures = picturesOf(cut).slice(1);
      const frames = pictures.flatMap(framesAround);
      // A still of another shape and the blurred picture behind it are one picture in the movie, two tracks in the
      // document: while they dissolve, they mix otherwise.
      const middles = new Set(pictures.flatMap(middleOf));
      const movie = await decodeFrames(documentPath('_reference.mp4'), [...frames, ...middles]);
      const rendered = await renderFrames(documentPath(suffix), [...frames, ...middles]);
      const far = [...frames, ...middles].filter(
        (frame) => differenceAt(frame, rendered, movie) > (middles.has(frame) ? 12 : 4),
      );
      expect(far).toEqual([]);
    },
  );

  test.skipIf(without.kdenlive)(
    'Kdenlive opens it without a question, and edits of it are described',
    async () => {
      const delivered = await readCut('.kdenlive');
      await openIn('KDENLIVE', '.kdenlive');
      await waitForOnlyWindow(new RegExp(`^${textOf(name)} / .* — Kdenlive$`));
      const kdenlive = await Kdenlive.find();
      await takePicture(`kdenlive-${input.slug}-opened`);
      const found = await endedAfter(
        async () => {
          if (input.found === null) return null;
          await editInKdenlive(kdenlive);
          await takePicture(`kdenlive-${input.slug}-edited`);
          await kdenlive.act('file_save');
          return toldOf('.kdenlive');
        },
        () => kdenlive.act('file_quit'),
      );
      expect(found).toEqual(input.found?.kdenlive ?? null);
      expect(mediaOf(await readCut('.kdenlive'))).toEqual(mediaOf(delivered));
    },
  );

  test.skipIf(without.shotcut)(
    'Shotcut opens it without a question, and edits of it are described',
    async () => {
      const delivered = await readCut('.mlt');
      await openIn('SHOTCUT', '.mlt');
      await waitForOnlyWindow(new RegExp(`${textOf(name)}\\.mlt - .* - Shotcut$`));
      await takePicture(`shotcut-${input.slug}-opened`);
      const found = await endedAfter(
        async () => {
          if (input.found === null) return null;
          await editInShotcut();
          await takePicture(`shotcut-${input.slug}-edited`);
          await pressKeys(['ctrl+s']);
          return toldOf('.mlt');
        },
        () => pressKeys(['ctrl+q']),
      );
      expect(found).toEqual(input.found?.shotcut ?? null);
      const media = mediaOf(delivered);
      expect(mediaOf(await readCut('.mlt')).filter((file) => !media.includes(file))).toEqual([]);
    },
  );

  async function readCut(suffix: '.kdenlive' | '.mlt'): Promise<Timeline> {
    const text = await readFile(documentPath(suffix), 'utf8');
    await mkdir(join('test-results', 'editors'), { recursive: true });
    await copyFile(documentPath(suffix), join('test-results', 'editors', `${input.slug}-last${suffix}`));
    return suffix === '.mlt' ? readShotcut(text) : readKdenlive(text);
  }
});

/** What is done with an editor, which is ended whatever comes of it. */
async function endedAfter<Result>(work: () => Promise<Result>, end: () => Promise<void>): Promise<Result> {
  try {
    return await work();
  } finally {
    await end();
    await waitForNoWindow();
  }
}

/** From the end to the beginning: guides stay where they are. */
async function editInKdenlive(kdenlive: Kdenlive): Promise<void> {
  await kdenlive.goTo(9);
  await kdenlive.act('select_timeline_clip', 'effect_mute');
  await kdenlive.goTo(8, -1);
  await kdenlive.act('select_timeline_clip', 'resize_timeline_clip_end');
  await kdenlive.goTo(5, 1);
  await kdenlive.act('cut_timeline_clip', 'monitor_seek_forward-one-second', 'cut_timeline_clip');
  await kdenlive.act('monitor_seek_backward-one-frame', 'select_timeline_clip', 'extract_clip');
  await kdenlive.goTo(3);
  await kdenlive.act('select_timeline_clip', 'extract_clip');
  await kdenlive.goTo(2);
  await kdenlive.act('select_timeline_clip', 'edit_cut', 'seek_end', 'edit_paste');
}

/** Pictures alone: the keys are for the track that is current, and it has no groups. */
async function editInShotcut(): Promise<void> {
  const toScene = (scene: number): string[] => [
    'Home',
    ...Array.from({ length: scene - 1 }, () => 'alt+Right'),
  ];
  await pressKeys([...toScene(9), 'z']);
  await pressKeys([...toScene(8), ...Array.from({ length: 10 }, () => 'Left'), 'o']);
  await pressKeys([...toScene(3), 'x']);
}

const mediaOf = ({ media }: Timeline): readonly string[] => media.map(({ fileName }) => fileName).toSorted();

function picturesOf({ tracks }: Timeline): readonly Placement[] {
  const track = tracks[primaryTrackIndex(tracks)];
  return track ? placementsOfTrack(track) : [];
}

/** Two before a cut and two after it; for a dissolve before its start and after its end. */
function framesAround({ clip, startFrame }: Placement): readonly number[] {
  const { durationFrames = 0, framesBeforeCut = 0 } = clip.transition ?? {};
  const first = startFrame - framesBeforeCut;
  return [first - 2, first - 1, first + durationFrames, first + durationFrames + 1];
}

function middleOf({ clip, startFrame }: Placement): readonly number[] {
  const { durationFrames, framesBeforeCut = 0 } = clip.transition ?? {};
  return durationFrames === undefined ? [] : [startFrame - framesBeforeCut + Math.floor(durationFrames / 2)];
}

type Frames = ReadonlyMap<number, Buffer>;

/** Mean, in levels of 256. */
function differenceAt(frame: number, one: Frames, other: Frames): number {
  const [here, there] = [one.get(frame), other.get(frame)];
  return here && there ? pictureDifference(here, there) : Number.POSITIVE_INFINITY;
}

import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createNodeSystem } from '../../src-main/hosts/node/node-system.ts';
import type { EditorName } from '../../src-shared/contract/editor.ts';
import { readKdenlive } from '../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readShotcut } from '../../src-timeline/formats/shotcut/shotcut.ts';
import { readXmeml, writeXmeml } from '../../src-timeline/formats/xmeml/xmeml.ts';
import { placeOnGrid } from '../../src-timeline/model/place-on-grid.ts';
import { clipsOfTracks } from '../../src-timeline/model/placement.ts';
import { timingOf } from '../../src-timeline/model/sequence-timing.ts';
import type { Timeline } from '../../src-timeline/model/timeline.ts';
import { readXmemlFacts } from '../roundtrip/document-facts.ts';
import { compareWithMovie } from './compare-with-movie.ts';
import { type DeliveredVersion, deliverInput } from './deliver-input.ts';
import { closeWindows, pressKeys, takePicture, waitForNoWindow, waitForOnlyWindow } from './desktop.ts';
import { editorInputs } from './editor-inputs.ts';
import { editInKdenlive, editInShotcut } from './edits.ts';
import { Kdenlive } from './kdenlive.ts';
import {
  importXmeml,
  inOrder,
  readOpenShotClips,
  saveOpenShotProject,
  startOpenShot,
  writeEmptyProject,
} from './openshot.ts';
import { editorPrograms, reasonWithout } from './programs.ts';

const without = {
  kdenlive: reasonWithout('kdenlive'),
  shotcut: reasonWithout('shotcut'),
  openshot: reasonWithout('openshot'),
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
    // The app looks for editors under their usual names on the path.
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
    expect(opened).toEqual({ way: 'started', path: documentPath(suffix), missing: [] });
  }

  /** Returns the descriptions that the app's watcher produced for a saved document. */
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
      const compared = await compareWithMovie(documentPath(suffix), cut, documentPath('_reference.mp4'));
      console.info(`${input.slug}${suffix}: ${JSON.stringify(compared)}`);
      expect(compared.far).toEqual([]);
    },
  );

  test.skipIf(without.kdenlive)(
    'Kdenlive opens it without a question, and edits of it are described',
    async () => {
      const delivered = await readCut('.kdenlive');
      await openIn('KDENLIVE', '.kdenlive');
      const found = await endedAfter(
        async () => {
          await waitForOnlyWindow(new RegExp(`^${textOf(name)} / .* — Kdenlive$`));
          const kdenlive = await Kdenlive.find();
          await takePicture(`kdenlive-${input.slug}-opened`);
          await editInKdenlive(kdenlive, hasDissolves(delivered));
          await takePicture(`kdenlive-${input.slug}-edited`);
          await kdenlive.act('file_save');
          return toldOf('.kdenlive');
        },
        async () => (await Kdenlive.find()).act('file_quit'),
      );
      expect(found).toEqual(input.found.kdenlive);
      expect(mediaOf(await readCut('.kdenlive'))).toEqual(mediaOf(delivered));
    },
  );

  test.skipIf(without.shotcut)(
    'Shotcut opens it without a question, and edits of it are described',
    async () => {
      const delivered = await readCut('.mlt');
      await openIn('SHOTCUT', '.mlt');
      const found = await endedAfter(
        async () => {
          await waitForOnlyWindow(new RegExp(`${textOf(name)}\\.mlt - .* - Shotcut$`));
          await takePicture(`shotcut-${input.slug}-opened`);
          if (input.found.shotcut === null) return null;
          await editInShotcut();
          await takePicture(`shotcut-${input.slug}-edited`);
          await pressKeys(['ctrl+s']);
          return toldOf('.mlt');
        },
        () => pressKeys(['ctrl+q']),
      );
      expect(found).toEqual(input.found.shotcut);
      const media = mediaOf(delivered);
      expect(mediaOf(await readCut('.mlt')).filter((file) => !media.includes(file))).toEqual([]);
    },
  );

  const openShotTitle = 'OpenShot imports it at %s fps with every clip online and at its place';
  test.skipIf(without.openshot).for(['30', '25', '23.976'] as const)(openShotTitle, async (rate) => {
    const cut = readXmeml(await readFile(documentPath('.openshot.xml'), 'utf8'));
    const placed = placeOnGrid(cut, timingOf({ rate, start: null }, cut));
    const start = join(programs, `${input.slug}-${rate}`);
    const document = `${start}.xml`;
    const empty = `${start}-empty.osp`;
    const project = `${start}.osp`;
    await writeFile(document, writeXmeml(placed));
    await writeEmptyProject(empty, placed);
    await endedAfter(
      async () => {
        await startOpenShot(empty);
        await importXmeml(document);
        await takePicture(`openshot-${input.slug}-${rate}-imported`);
        await saveOpenShotProject(project);
      },
      () => pressKeys(['ctrl+q']),
    );
    const delivered = (await readXmemlFacts(document)).clips.map(({ location, ...clip }) => {
      const { startFrame, durationFrames } = clip;
      return { fileName: decodeURIComponent(basename(location)), startFrame, durationFrames };
    });
    expect(await readOpenShotClips(project, placed.frameRate)).toEqual(inOrder(delivered));
  });

  async function readCut(suffix: '.kdenlive' | '.mlt'): Promise<Timeline> {
    const text = await readFile(documentPath(suffix), 'utf8');
    await mkdir(join('test-results', 'editors'), { recursive: true });
    await copyFile(documentPath(suffix), join('test-results', 'editors', `${input.slug}-last${suffix}`));
    return suffix === '.mlt' ? readShotcut(text) : readKdenlive(text);
  }
});

/** Runs the work and closes all windows even if it fails, so that the next editor has the desktop to itself. */
async function endedAfter<Result>(work: () => Promise<Result>, end: () => Promise<void>): Promise<Result> {
  try {
    const result = await work();
    await end();
    await waitForNoWindow();
    return result;
  } finally {
    await closeWindows();
  }
}

const mediaOf = ({ media }: Timeline): readonly string[] => media.map(({ fileName }) => fileName).toSorted();

const hasDissolves = ({ tracks }: Timeline): boolean =>
  clipsOfTracks(tracks).some(({ transition }) => transition !== undefined);

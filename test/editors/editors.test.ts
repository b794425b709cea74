import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readKdenlive } from '../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readShotcut } from '../../src-timeline/formats/shotcut/shotcut.ts';
import { readXmeml, writeXmeml } from '../../src-timeline/formats/xmeml/xmeml.ts';
import { placeOnGrid } from '../../src-timeline/model/place-on-grid.ts';
import { clipsOfTracks } from '../../src-timeline/model/placement.ts';
import { timingOf } from '../../src-timeline/model/sequence-timing.ts';
import type { Timeline } from '../../src-timeline/model/timeline.ts';
import { readXmemlFacts } from '../roundtrip/document-facts.ts';
import { compareWithMovie } from './compare-with-movie.ts';
import { pressKeys, takePicture, waitForOnlyWindow } from './desktop.ts';
import { editorInputs } from './editor-inputs.ts';
import { editInKdenlive, editInShotcut } from './edits.ts';
import {
  deliverProject,
  type DeliveredVersion,
  type GeneratedProject,
  generateProject,
} from './generated-project.ts';
import { Kdenlive } from './kdenlive.ts';
import {
  documentPathOf,
  endedAfter,
  namePatternOf,
  openedKdenlive,
  openIn,
  returnOf,
  sentencesOf,
} from './opened-version.ts';
import {
  importXmeml,
  inOrder,
  readOpenShotClips,
  saveOpenShotProject,
  startOpenShot,
  writeEmptyProject,
} from './openshot.ts';
import { reasonWithout } from './programs.ts';

const without = {
  kdenlive: reasonWithout('kdenlive'),
  shotcut: reasonWithout('shotcut'),
  openshot: reasonWithout('openshot'),
  melt: reasonWithout('melt'),
};
for (const reason of Object.values(without)) if (reason !== null) console.warn(`Left out: ${reason}`);
const isAllMissing = Object.values(without).every((reason) => reason !== null);

describe.skipIf(isAllMissing).each(editorInputs)('$name', (input) => {
  let project: GeneratedProject;
  let done: DeliveredVersion;

  beforeAll(async () => {
    project = await generateProject({ ...input, hasMovie: true });
    done = await deliverProject(project, ['KDENLIVE', 'SHOTCUT', 'OPENSHOT']);
  });
  afterAll(() => project.dispose());

  const documentPath = (suffix: string): string => documentPathOf(done.folder, suffix);

  const toldOf = async (suffix: string): Promise<readonly string[]> =>
    sentencesOf(await returnOf(project, documentPath(suffix)));

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
      await openIn('KDENLIVE', '.kdenlive', project, done);
      const found = await endedAfter(
        async () => {
          const kdenlive = await openedKdenlive(done);
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
      await openIn('SHOTCUT', '.mlt', project, done);
      const found = await endedAfter(
        async () => {
          await waitForOnlyWindow(new RegExp(`${namePatternOf(done.folder)}\\.mlt - .* - Shotcut$`));
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
    const start = join(project.workFolder, `${input.slug}-${rate}`);
    const document = `${start}.xml`;
    const empty = `${start}-empty.osp`;
    const saved = `${start}.osp`;
    await writeFile(document, writeXmeml(placed));
    await writeEmptyProject(empty, placed);
    await endedAfter(
      async () => {
        await startOpenShot(empty);
        await importXmeml(document);
        await takePicture(`openshot-${input.slug}-${rate}-imported`);
        await saveOpenShotProject(saved);
      },
      () => pressKeys(['ctrl+q']),
    );
    const delivered = (await readXmemlFacts(document)).clips.map(({ location, ...clip }) => {
      const { startFrame, durationFrames } = clip;
      return { fileName: decodeURIComponent(basename(location)), startFrame, durationFrames };
    });
    expect(await readOpenShotClips(saved, placed.frameRate)).toEqual(inOrder(delivered));
  });

  async function readCut(suffix: '.kdenlive' | '.mlt'): Promise<Timeline> {
    const text = await readFile(documentPath(suffix), 'utf8');
    await mkdir(join('test-results', 'editors'), { recursive: true });
    await copyFile(documentPath(suffix), join('test-results', 'editors', `${input.slug}-last${suffix}`));
    return suffix === '.mlt' ? readShotcut(text) : readKdenlive(text);
  }
});

const mediaOf = ({ media }: Timeline): readonly string[] => media.map(({ fileName }) => fileName).toSorted();

const hasDissolves = ({ tracks }: Timeline): boolean =>
  clipsOfTracks(tracks).some(({ transition }) => transition !== undefined);

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readTimeline } from '../../../../../src-main/projects/documents.ts';
import { readSrt } from '../../../../../src-timeline/formats/captions/srt.ts';
import { readKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readShotcut } from '../../../../../src-timeline/formats/shotcut/shotcut.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { createDeliveringApp, deliver } from '../../../../fakes/features/delivering-app.ts';
import { rootedSystem } from '../../../../fakes/rooted-system.ts';

/** The test runs real threads on a possibly busy computer. */
vi.setConfig({ testTimeout: 30_000 });

const name = 'Harbour lights_v001';
const media = [1, 2, 3].flatMap((n) => [`media/scene-0${String(n)}.png`, `media/scene-0${String(n)}.wav`]);

function cutsOf({ tracks }: Timeline) {
  return tracks.map(({ kind, items }) => [kind, items.map((item) => [item.kind, item.durationFrames])]);
}

test.for([
  ['FCPXML', 'fcpxml'],
  ['PREMIERE_XML', 'xml'],
  ['OTIO', 'otio'],
] as const)(
  'beside %s stand projects of Kdenlive and Shotcut with the same cut, captions and media',
  async ([format, extension]) => {
    const { app, projectId } = await createDeliveringApp();
    const { folderPath } = await deliver(app, projectId, format);
    const textOf = (end: string) => readFile(join(folderPath ?? '', name + end), 'utf8');
    const main = readTimeline('main', format, await textOf(`.${extension}`));
    const srt = readSrt(await textOf('.srt'), main.frameRate, 'und');
    const ass = new Map([[`${name}.kdenlive.ass`, await textOf('.kdenlive.ass')]]);
    const projects = [readKdenlive(await textOf('.kdenlive'), ass), readShotcut(await textOf('.mlt'))];
    for (const timeline of projects) {
      expect(timeline.name).toBe('Harbour lights v001');
      expect(cutsOf(timeline)).toEqual(cutsOf(main));
      expect(timeline.captionTracks.map(({ captions }) => captions)).toEqual([srt.captions]);
      expect(timeline.media.map(({ location }) => location).toSorted()).toEqual(media);
    }
  },
);

test.for([
  ['22.12.3', '1.04', '.kdenlive.srt', 'Kdenlive 22.12 or later'],
  ['23.04.0', '1.1', '.kdenlive.ass', 'Kdenlive 23.04 or later'],
] as const)(
  'for Kdenlive %s on this computer its project is of document version %s',
  async ([installed, version, captions, readers]) => {
    const system = await rootedSystem({
      environment: { PATH: '/usr/bin' },
      files: {
        '/usr/bin/kdenlive': null,
        '/usr/share/metainfo/org.kde.kdenlive.appdata.xml': `<release version="${installed}"/>`,
      },
    });
    const { app, projectId } = await createDeliveringApp('out', { system });
    const { folderPath, error } = await deliver(app, projectId, 'FCPXML');
    expect(error).toBeNull();
    const textOf = (end: string) => readFile(join(folderPath ?? '', end), 'utf8');
    const project = await textOf(`${name}.kdenlive`);
    expect(project).toContain(`<property name="kdenlive:docproperties.version">${version}</property>`);
    const beside = new Map([[name + captions, await textOf(name + captions)]]);
    expect(readKdenlive(project, beside).captionTracks).toHaveLength(1);
    expect(await textOf('README.txt')).toContain(readers);
  },
);

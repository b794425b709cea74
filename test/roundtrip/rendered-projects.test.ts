import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readKdenlive } from '../../src-timeline/formats/kdenlive/kdenlive.ts';
import { compareWithMovie } from '../editors/compare-with-movie.ts';
import { editorInputs } from '../editors/editor-inputs.ts';
import {
  deliverProject,
  type DeliveredVersion,
  type GeneratedProject,
  generateProject,
} from '../editors/generated-project.ts';
import { documentPathOf } from '../editors/opened-version.ts';
import { reasonWithout } from '../editors/programs.ts';

const reasonWithoutMelt = reasonWithout('melt');
if (reasonWithoutMelt !== null) console.warn(`Left out: ${reasonWithoutMelt}`);

/** The input with zooms, dissolves, and stills that do not fill the frame. */
const input = editorInputs.filter(({ slug }) => slug === 'spanish');

describe.skipIf(reasonWithoutMelt !== null).each(input)('projects of $name', (spanish) => {
  let project: GeneratedProject;
  let done: DeliveredVersion;

  beforeAll(async () => {
    project = await generateProject({ ...spanish, hasMovie: true });
    done = await deliverProject(project, ['KDENLIVE', 'SHOTCUT']);
  });
  afterAll(() => project.dispose());

  test.each(['.kdenlive', '.mlt'])('are rendered by MLT as the reference movie: %s', async (suffix) => {
    const pathOf = (end: string): string => documentPathOf(done.folder, end);
    const cut = readKdenlive(await readFile(pathOf('.kdenlive'), 'utf8'));
    const compared = await compareWithMovie(pathOf(suffix), cut, pathOf('_reference.mp4'));
    if (compared.leftOut.length > 0)
      console.warn(
        `Left out: this MLT dissolves transparent pictures otherwise, ${suffix} ${compared.leftOut.join(', ')}`,
      );
    expect(compared.comparedFrames).toBeGreaterThan(40);
    expect(compared.far).toEqual([]);
  });
});

import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeSystem } from '../../src-main/hosts/node/node-system.ts';
import { readKdenlive } from '../../src-timeline/formats/kdenlive/kdenlive.ts';
import { compareWithMovie } from '../editors/compare-with-movie.ts';
import { type DeliveredVersion, deliverInput } from '../editors/deliver-input.ts';
import { editorInputs } from '../editors/editor-inputs.ts';
import { reasonWithout } from '../editors/programs.ts';

const reasonWithoutMelt = reasonWithout('melt');
if (reasonWithoutMelt !== null) console.warn(`Left out: ${reasonWithoutMelt}`);

/** The input with zooms, dissolves, and stills that do not fill the frame. */
const input = editorInputs.filter(({ slug }) => slug === 'spanish');

describe.skipIf(reasonWithoutMelt !== null).each(input)('projects of $name', (spanish) => {
  let done: DeliveredVersion;

  beforeAll(async () => {
    done = await deliverInput(spanish, createNodeSystem());
  });
  afterAll(() => done.dispose());

  test.each(['.kdenlive', '.mlt'])('are rendered by MLT as the reference movie: %s', async (suffix) => {
    const pathOf = (end: string): string => join(done.folder, basename(done.folder) + end);
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

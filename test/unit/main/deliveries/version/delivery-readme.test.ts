import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { DeliveryFormat, MediaDelivery } from '../../../../../src-shared/contract/delivery.ts';
import { createDeliveringApp, deliver } from '../../../../fakes/features/delivering-app.ts';

/** The test runs real threads on a possibly busy computer. */
vi.setConfig({ testTimeout: 30_000 });

type Site = Awaited<ReturnType<typeof createDeliveringApp>>;

/** Returns the README.txt of a delivery, by heading. */
async function readmeOf(
  { app, projectId }: Site,
  format: DeliveryFormat,
  media: MediaDelivery = 'BUNDLE',
  name = 'README.txt',
): Promise<Map<string, string>> {
  const { folderPath, state } = await deliver(app, projectId, format, media);
  expect(state).toBe('done');
  const text = await readFile(join(folderPath ?? '', name), 'utf8');
  return new Map(
    text.split('\n\n').map((part) => {
      const [heading = '', ...lines] = part.trim().split('\n');
      return [heading, lines.map((line) => line.trim()).join('\n')];
    }),
  );
}

const movie = 'Harbour lights_v001_reference.mp4';
const captions = 'Harbour lights_v001.srt';
const native = {
  'Harbour lights_v001.kdenlive':
    'Kdenlive 23.04 or later: open it. The media and the captions lie beside it.',
  'Harbour lights_v001.mlt': 'Shotcut: open it. The media lie beside it.',
};

test.for([
  [
    'FCPXML',
    {
      'Harbour lights_v001.fcpxml': 'Final Cut Pro 11 or later: File > Import > XML',
      'Harbour lights_v001.resolve.fcpxml': 'DaVinci Resolve 18 or later: File > Import > Timeline',
    },
  ],
  [
    'PREMIERE_XML',
    {
      'Harbour lights_v001.xml':
        'Premiere Pro: File > Import\nDaVinci Resolve: File > Import > Timeline\n' +
        'OpenShot: first File > Choose Profile > FHD 1080p 30 fps, then File > Import Project > Import XML.\n' +
        'At a profile of another rate the cut has another length.',
    },
  ],
  [
    'OTIO',
    {
      'Harbour lights_v001.otio': 'Premiere Pro 25.6 or later: File > Import',
      'Harbour lights_v001.paths.otio':
        'DaVinci Resolve 18.5 or later: File > Import > Timeline\n' +
        'Kdenlive 25.04 or later: File > OpenTimelineIO Import. Opening it like a project does not work.',
    },
  ],
] as const)(
  'the README of %s says of each document that is there which editor it is for',
  async ([format, wanted]) => {
    const readme = await readmeOf(await createDeliveringApp(), format);
    const head = ['Harbour lights v001', 'The cut of the project.'];
    const names = [...Object.keys(wanted), ...Object.keys(native), captions, movie];
    expect([...readme.keys()]).toEqual([...head, ...names, 'media', 'Returns']);
    for (const [name, words] of Object.entries({ ...wanted, ...native }))
      expect(readme.get(name)).toBe(words);
    expect(readme.get('The cut of the project.')).toBe(
      '1920 x 1080, 30 frames per second, 00:00:06:00 long.',
    );
    expect(readme.get('media')).toMatch(/^6 files/);
    const finalCut = format === 'FCPXML' ? 'nothing to do, the FCPXML has them.' : 'File > Import > Captions';
    expect(readme.get(captions)).toContain(`Final Cut Pro: ${finalCut}\n`);
  },
);

test('the README says only what is so: no media beside captions, links that expire, no movie that is not there', async () => {
  const site = await createDeliveringApp();
  expect([...(await readmeOf(site, 'SRT')).keys()]).toEqual(['Harbour lights v001', captions]);
  const linked = await readmeOf(site, 'OTIO', 'REMOTE_URLS');
  expect([...linked.keys()].slice(2)).toEqual([
    'Harbour lights_v002.otio',
    'Harbour lights_v002.srt',
    'The media',
  ]);
  expect(linked.get('The media')).toContain('links expire');
});

test('a document for an older Final Cut Pro is reported as that, and as one for Resolve', async () => {
  const site = await createDeliveringApp();
  site.service.changeBundle = (entries) => {
    const older = entries.get('Harbour_lights.resolve.fcpxml');
    entries.delete('Harbour_lights.resolve.fcpxml');
    if (older) entries.set('Harbour_lights.fcpxml', older);
  };
  expect((await readmeOf(site, 'FCPXML')).get('Harbour lights_v001.fcpxml')).toBe(
    'Final Cut Pro: File > Import > XML\nDaVinci Resolve 18 or later: File > Import > Timeline',
  );
});

test('a README of the bundle stays as it is, and ours goes beside it', async () => {
  const site = await createDeliveringApp();
  site.service.changeBundle = (entries) => entries.set('readme.txt', Buffer.from('of the service'));
  const readme = await readmeOf(site, 'FCPXML', 'BUNDLE', 'README_Dailies.txt');
  expect(readme.has('Harbour lights_v001.fcpxml')).toBe(true);
});

import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { manifestPath } from '../../../../../src-main/deliveries/version/manifest.ts';
import { describeRoundtrip } from '../../../../../src-main/hosts/headless/roundtrip-result.ts';
import { placeVersion } from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { aDelivery, aGeneration } from '../../../../fakes/main-records.ts';

test('media that an editor cannot read name the editor as its documents do', async () => {
  const { folder, deliveryId, projectId } = await placeVersion(await makeFolder('roundtrip-result'));
  const manifest = JSON.parse(await readFile(manifestPath(folder), 'utf8')) as object;
  const unreadable = [{ editor: 'FINAL_CUT', files: ['clip.webm'], forms: ['VP9 in WebM'] }];
  await writeFile(manifestPath(folder), JSON.stringify({ ...manifest, unreadable }));
  const result = await describeRoundtrip({
    generation: aGeneration(),
    delivery: aDelivery({ deliveryId, projectId, folderPath: folder }),
    generateMs: 0,
    movieSeconds: null,
    opened: null,
  });
  expect(result.documents.map(({ editor }) => editor)).toContain('final-cut');
  expect(result.unreadable).toEqual([{ editor: 'final-cut', files: ['clip.webm'], forms: ['VP9 in WebM'] }]);
});

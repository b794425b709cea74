import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPacketFile } from '../../../../src-media/av/packet-file.ts';
import { encodeScene, type EncodeSceneRequest } from '../../../../src-media/render/encode-scene.ts';
import { TaskCancelled } from '../../../../src-media/worker/task-control.ts';
import { plain, red } from '../../../fakes/sample-media.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

async function requestOf(durationFrames: number): Promise<EncodeSceneRequest> {
  const folder = await makeTemporaryFolder();
  const path = join(folder, 'picture.png');
  await plain(320, 180, red).png().toFile(path);
  return {
    picture: { kind: 'still', path, zoom: null, moveFrames: durationFrames },
    transition: null,
    presenterPath: null,
    logo: null,
    durationFrames,
    width: 320,
    height: 180,
    captions: [],
    captionStyle: null,
    languageCode: 'en',
    hasWatermark: false,
    outputPath: join(folder, 'part'),
  };
}

test('a scene stops within a frame of being cancelled', async () => {
  let asked = 0;
  const reported: number[] = [];
  const control = {
    checkpoint: () => {
      asked += 1;
      if (asked > 6) throw new TaskCancelled();
    },
    progress: (fraction: number) => reported.push(fraction),
  };
  await expect(encodeScene(await requestOf(1_000), control)).rejects.toBeInstanceOf(TaskCancelled);
  expect(reported.at(-1)).toBeLessThan(0.01);
});

test('each frame of a scene is one packet, the first a key frame, also in a scene of one frame', async () => {
  const control = { checkpoint: () => undefined, progress: () => undefined };
  for (const durationFrames of [1, 2, 75]) {
    const request = await requestOf(durationFrames);
    await encodeScene(request, control);
    const packets = readPacketFile(request.outputPath);
    expect(packets.map((packet) => packet.pts).toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: durationFrames }, (_, index) => index),
    );
    expect(packets[0]).toMatchObject({ pts: 0, isKey: true });
  }
});

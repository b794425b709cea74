import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { until } from '../../../../fakes/turned-clock.ts';
import { createUploads } from './upload-fixture.ts';

const signal = new AbortController().signal;
const still = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(300_000, 3)]);

async function create(bytes = still) {
  const made = await createUploads();
  const path = join(await makeFolder(), 'still.png');
  await writeFile(path, bytes);
  const add = async (from: string): Promise<string> =>
    (await made.materials.add(await made.grants.grantPath(from))).materialId;
  const materialId = await add(path);
  const reported: number[] = [];
  const upload = (generationId = 'g1', ids = [materialId]) =>
    made.uploader.upload(ids, signal, (fraction) => reported.push(fraction), {
      generationId,
      title: 'Harbour lights',
    });
  return { ...made, path, add, materialId, upload, reported };
}

test('a material is sent once, with its bytes unchanged', async () => {
  const { service, upload, reported } = await create();
  const [fileId = ''] = await upload();
  expect(service.files.get(fileId)?.bytes?.equals(still)).toBe(true);
  expect(reported.at(-1)).toBe(1);
  expect(await upload('g2')).toEqual([fileId]);
  expect(service.puts).toHaveLength(1);
});

test('its transfer names the generation it is for', async () => {
  const { upload, transfers } = await create();
  await upload();
  expect(transfers.list(10)).toMatchObject([
    {
      direction: 'upload',
      displayName: 'still.png',
      state: 'done',
      owner: { kind: 'generation', id: 'g1', title: 'Harbour lights' },
    },
  ]);
});

test('a material with the content of a file that was sent before is that file, without a question', async () => {
  const { upload, add, service } = await create();
  const [first] = await upload();
  const copy = join(await makeFolder(), 'copy.png');
  await writeFile(copy, still);
  expect(await upload('g2', [await add(copy)])).toEqual([first]);
  expect(service.puts).toHaveLength(1);
});

test('a material the service no longer has is sent again', async () => {
  const { service, upload } = await create();
  const [first] = await upload();
  service.files.clear();
  const [second] = await upload('g2');
  expect(second).not.toBe(first);
  expect(service.puts).toHaveLength(2);
});

test('an upload cancelled in the list ends as cancelled', async () => {
  const { service, upload, transfers, queue } = await create();
  service.onPut = () => new Promise(() => undefined);
  const uploaded = upload();
  await until(() => service.puts.length === 1);
  await queue.cancel(transfers.list(1)[0]?.transferId ?? '');
  await expect(uploaded).rejects.toMatchObject({ code: 'cancelled' });
});

test('a file that changed since it was added is refused', async () => {
  const { upload, path, service } = await create();
  await utimes(path, new Date(), new Date(0));
  await expect(upload()).rejects.toMatchObject({ code: 'file_unreadable', details: { reason: 'changed' } });
  expect(service.puts).toEqual([]);
});

test('a recording goes with the words of its captions, also when it was sent without them before', async () => {
  const { service, upload, grants, materials } = await create();
  const folder = await makeFolder();
  const path = join(folder, 'take.wav');
  await writeFile(path, Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), Buffer.alloc(2_000, 1)]));
  const plain = await materials.add(await grants.grantPath(path));
  expect(plain.transcriptName).toBeUndefined();
  const [first] = await upload('g1', [plain.materialId]);
  const captions = join(folder, 'words of the take.srt');
  await writeFile(captions, '1\n00:00:00,000 --> 00:00:01,000\nFirst ferry\n');
  const spoken = await materials.withTranscript(plain.materialId, await grants.grantPath(captions));
  expect(spoken).toMatchObject({ displayName: 'take.wav', transcriptName: 'words of the take.srt' });
  const [second = ''] = await upload('g2', [spoken.materialId]);
  expect(second).not.toBe(first);
  expect(service.files.get(second)?.created).toMatchObject({
    transcript: { words: [{ word: 'First' }, { word: 'ferry' }] },
  });
  const without = await materials.withTranscript(spoken.materialId, null);
  expect(without.transcriptName).toBeUndefined();
});

test('captions beside a recording of the same name go with it', async () => {
  const { grants, materials } = await create();
  const path = join(await makeFolder(), 'take.wav');
  await writeFile(path, Buffer.from('RIFF\0\0\0\0WAVE and more', 'latin1'));
  await writeFile(path.replace('.wav', '.vtt'), 'WEBVTT\n\n00:00.000 --> 00:01.000\nFerry\n');
  expect(await materials.add(await grants.grantPath(path))).toMatchObject({ transcriptName: 'take.vtt' });
});

test('a file without captions in it is refused as a transcript', async () => {
  const { grants, materials, materialId, path } = await create();
  const audio = join(await makeFolder(), 'take.wav');
  await writeFile(audio, Buffer.from('RIFF\0\0\0\0WAVE and more', 'latin1'));
  const recording = await materials.add(await grants.grantPath(audio));
  await expect(
    materials.withTranscript(recording.materialId, await grants.grantPath(path)),
  ).rejects.toMatchObject({
    code: 'file_type_unsupported',
  });
  await expect(materials.withTranscript(materialId, null)).rejects.toMatchObject({
    code: 'file_type_unsupported',
  });
});

import { expect, onTestFinished, test } from 'vitest';
import { readManifest } from '../../../../../src-main/deliveries/version/manifest.ts';
import type { WatchedVersion } from '../../../../../src-main/returns/return-record.ts';
import { ReadingThread } from '../../../../../src-main/returns/thread/reading-thread.ts';
import type { FileToExamine } from '../../../../../src-main/returns/thread/return-reader.ts';
import { returnFileAt } from '../../../../../src-main/returns/watch/return-files.ts';
import { writeShotcut } from '../../../../../src-timeline/formats/shotcut/shotcut.ts';
import { mapClips, openReturns, shorterEnd } from '../../../../fakes/features/returns-fixture.ts';
import { KeptLog } from '../../../../fakes/main-fixture.ts';
import { mediaBytes } from '../../../../fakes/media-bytes.ts';

function openThread(hashFile: (path: string) => Promise<string>) {
  const log = new KeptLog();
  const thread = new ReadingThread({ log, hashFile });
  onTestFinished(() => thread.dispose());
  return { thread, log };
}

async function fileIn({ folder }: WatchedVersion, path: string): Promise<FileToExamine> {
  const file = await returnFileAt(path, path.slice(folder.length + 1));
  const manifest = await readManifest(folder);
  if (!file || !manifest) throw new Error(`There is no return ${path}.`);
  return { file, manifest, versionFolder: folder, sequence: null, knownFingerprint: null, isSettled: true };
}

/** A cut whose first picture is another file of the delivered name. */
const withOtherPicture = mapClips(shorterEnd, (clip) => clip);
const repainted = {
  ...withOtherPicture,
  media: withOtherPicture.media.map((one, index) =>
    index === 0 ? { ...one, location: `painted/${one.fileName}` } : one,
  ),
};

test('Describes other returns while a file of the first is hashed', async () => {
  const { version, save } = await openReturns();
  const hash = Promise.withResolvers<string>();
  const asked = Promise.withResolvers<string>();
  const { thread } = openThread((path) => {
    asked.resolve(path);
    return hash.promise;
  });
  const picture = repainted.media[0]?.fileName ?? '';
  const painted = await save(`Returns/painted/${picture}`, mediaBytes(picture, 'painted over'));
  const first = thread.examine(
    await fileIn(version, await save('Returns/first.mlt', writeShotcut(repainted))),
  );
  expect(await asked.promise).toBe(painted);
  const second = await fileIn(version, await save('Returns/second.mlt', writeShotcut(shorterEnd)));
  expect(await thread.examine(second)).toMatchObject({
    kind: 'described',
    description: { counts: { edits: 1 } },
  });
  hash.resolve('0'.repeat(64));
  expect(await first).toMatchObject({ kind: 'described', description: { counts: { edits: 2 } } });
});

test('Ends a call with the app, and answers none afterwards', async () => {
  const { version, save } = await openReturns();
  const { thread } = openThread(() => Promise.reject(new Error('Nothing is to be hashed.')));
  const file = await fileIn(version, await save('Returns/cut.mlt', writeShotcut(shorterEnd)));
  const calls = [
    thread.examine(file),
    thread.findVersion({ file: file.file, name: 'cut', versions: [version] }),
  ];
  const ends = Promise.allSettled(calls);
  await thread.dispose();
  for (const end of await ends) expect(end).toMatchObject({ reason: { code: 'cancelled' } });
  await expect(thread.examine(file)).rejects.toMatchObject({ code: 'cancelled' });
});

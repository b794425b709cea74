import { access } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { changeCut, changedContent, yourCutWhen } from './changed-cut.ts';
import { takePicture } from './desktop.ts';
import { editorInputs } from './editor-inputs.ts';
import { editYourCutInKdenlive } from './edits.ts';
import {
  deliverProject,
  type DeliveredVersion,
  type GeneratedProject,
  generateProject,
  versionOf,
} from './generated-project.ts';
import { Kdenlive } from './kdenlive.ts';
import {
  documentPathOf,
  endedAfter,
  openedKdenlive,
  openIn,
  returnOf,
  sentencesOf,
} from './opened-version.ts';
import { reasonWithout } from './programs.ts';
import {
  type CutContent,
  contentOf,
  editsBetween,
  mediaPathOf,
  pictureHashesOf,
  readKdenliveFile,
  readVersion,
  wrongPictures,
} from './version-cut.ts';

const without = reasonWithout('kdenlive') ?? reasonWithout('melt');
if (without !== null) console.warn(`Left out: ${without}`);

const [input] = editorInputs;
const updating = { timeout: 300_000, interval: 500 };

const changes = [
  'Scene 2: picture “02_for-forty-years-martha-quinn.png” lengthened by 0.03 s at its end',
  'Scene 2: sound “02_for-forty-years-martha-quinn.wav” replaced by “For-forty-years-Martha-Quinn-climbed-the-same-212-steps-eve.wav”',
  'Scene 3: picture “03_she-carried-oil-a-brass.png” replaced by “My-lamp.png”',
  'Caption “The sea below never slept, and neither, it seemed, did she.” is now “The sea never sleeps.”',
  'Scene 5: picture “05_in-1987-the-coast-guard.png” replaced by “A-letter-with-a-seal.png”',
  'Scene 6 moved after scene 7',
  'Scene 8 removed',
  'Marker “Is the hour right?” added',
];
const edits = [
  'Scene 7: picture “06_a-machine-can-watch-the.png” shortened by 1 s at its end',
  'Scene 7: sound “06_a-machine-can-watch-the.wav” cut into 2 pieces',
  'Scene 8 shortened by 1 s at its end',
  'Scene 9: sound “10_out-in-the-channel-a.wav” muted',
  'Scene 10 removed',
];

describe.skipIf(without !== null)('a cut that was changed in the app', () => {
  let project: GeneratedProject;
  let told: readonly string[];
  let expected: CutContent;
  let sent: DeliveredVersion;
  let returnId: string;

  beforeAll(async () => {
    if (!input) throw new Error('There is no input.');
    project = await generateProject({ ...input, hasMovie: false });
    const { client, projectId } = project;
    const before = await client.call('cut.get', { projectId, of: { kind: 'project' } });
    const yours = await changeCut(project);
    told = sentencesOf(yours);
    expected = changedContent(before, yours);
    sent = await deliverProject(project, ['KDENLIVE']);
  });
  afterAll(() => project.dispose());

  test('its changes are told in the sentences of a return', () => {
    expect(told).toEqual(changes);
  });

  test('Kdenlive opens it with every change and every clip online, and an edit there comes home', async () => {
    const document = documentPathOf(sent.folder, '.kdenlive');
    await openIn('KDENLIVE', '.kdenlive', project, sent);
    const detail = await endedAfter(async () => {
      const kdenlive = await openedKdenlive(sent);
      await takePicture('kdenlive-yours-opened');
      await editYourCutInKdenlive(kdenlive);
      await takePicture('kdenlive-yours-edited');
      await kdenlive.act('file_save');
      return returnOf(project, document);
    }, quitKdenlive);
    returnId = detail.returnId;
    expect(sentencesOf(detail)).toEqual(edits);
    const saved = await readKdenliveFile(document);
    const { pictures, voices } = expected;
    expect(contentOf(saved)).toEqual({
      ...expected,
      pictures: pictures.toSpliced(9, 1),
      voices: voices.toSpliced(9, 1),
    });
    for (const { location } of saved.media) await access(mediaPathOf(document, location));
    expect(await wrongPictures(document, saved)).toEqual([]);
  });

  test('Update my edit brings a remix into the edit, which keeps its own changes and those of the cut', async () => {
    const before = await readVersion(sent.folder);
    await remix(project, sent.delivery.projectTitle);
    await keepOwnPictures(project);
    const { newest, kept } = await updateEdit(project, returnId);
    const now = await readVersion(newest.folder);
    const result = await readVersion(kept.folder);
    // The remix draws all pictures anew; those that the user chose stay.
    const pictures = pictureHashesOf(now);
    const old = pictureHashesOf(before);
    expect(pictures.flatMap((hash, index) => (hash === old[index] ? [index + 1] : []))).toEqual([3, 5]);
    const { voices, captions, notes } = expected;
    expect(contentOf(now.cut)).toMatchObject({ voices, captions, notes });
    expect(contentOf(result.cut).music).toEqual(contentOf(now.cut).music);
    expect(contentOf(now.cut).music).toHaveLength(1);
    expect(pictureHashesOf(result)).toEqual(pictures.toSpliced(9, 1));
    expect(editsBetween(now, result)).toEqual(edits);
    await openIn('KDENLIVE', '.kdenlive', project, kept);
    await endedAfter(async () => {
      await openedKdenlive(kept);
      await takePicture('kdenlive-yours-updated');
    }, quitKdenlive);
    expect(await wrongPictures(documentPathOf(kept.folder, '.kdenlive'), result.cut)).toEqual([]);
  });
});

const quitKdenlive = async (): Promise<void> => (await Kdenlive.find()).act('file_quit');

/** Draws all pictures of a project anew and adds music. */
async function remix({ app, client, projectId }: GeneratedProject, title: string): Promise<void> {
  const { jobId } = await client.call('remix.start', {
    projectId,
    title,
    actions: [
      { type: 'REGENERATE_IMAGES', stylePrompt: 'A woodcut in two colours' },
      { type: 'GENERATE_MUSIC', prompt: 'A calm night at sea' },
    ],
    isCopy: false,
  });
  const { jobs } = app.services.active();
  await jobs.settled(jobId);
  expect(jobs.get(jobId)).toMatchObject({ state: 'succeeded' });
}

/** Updates your cut with the remix. Only the pictures that both replaced are asked about; the user's stay. */
async function keepOwnPictures(project: GeneratedProject): Promise<void> {
  const { client, projectId } = project;
  await yourCutWhen(project, ({ hasUpdate }) => {
    expect(hasUpdate).toBe(true);
  });
  const { conflicts, updatedAt } = await client.call('cut.previewUpdate', { projectId, choices: {} });
  expect(conflicts.map(({ field, scene }) => [field, scene])).toEqual([
    ['media', 3],
    ['media', 5],
  ]);
  const choices = Object.fromEntries(conflicts.map(({ conflictId }) => [conflictId, 'ours' as const]));
  await client.call('cut.update', { projectId, updatedAt, choices });
}

/** Returns the version of the present cut that was sent for the update, and that of the updated edit. */
async function updateEdit(
  project: GeneratedProject,
  returnId: string,
): Promise<{ readonly newest: DeliveredVersion; readonly kept: DeliveredVersion }> {
  const { client } = project;
  expect(await client.call('return.checkProject', { returnId })).toMatchObject({ state: 'changed' });
  const { awaitedCut } = await client.call('return.updateWithPresentCut', { returnId });
  const { keptAs } = await vi.waitFor(async () => {
    const detail = await client.call('return.get', { returnId });
    expect(detail).toMatchObject({ state: 'kept', awaitedCut: null });
    return detail;
  }, updating);
  return {
    newest: versionOf(project, awaitedCut?.deliveryId ?? ''),
    kept: versionOf(project, keptAs?.deliveryId ?? ''),
  };
}

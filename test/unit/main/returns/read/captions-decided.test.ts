import { rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settleMs } from '../../../../../src-main/returns/watch/resting-files.ts';
import type { ReturnRecord } from '../../../../../src-main/state/return-repository.ts';
import { writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { MediaReference } from '../../../../../src-timeline/model/timeline.ts';
import { captionsIn } from '../../../../fakes/captions-text.ts';
import {
  deliveredCut,
  mapClips,
  openReturns,
  shorterEnd,
  withoutSecondScene,
} from '../../../../fakes/features/returns-fixture.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { mediaBytes } from '../../../../fakes/media-bytes.ts';

const longAgo = 1_760_000_000;

const sleeps = captionsIn(deliveredCut, 'The harbour sleeps.');
const dreams = captionsIn(deliveredCut, 'The harbour dreams.');
const saysSleeps = 'Caption “The harbour wakes.” is now “The harbour sleeps.”';

const decided = ['kept', 'dismissed'] as const;

test.for(decided)('a %s timeline stays so when captions come later', async (state) => {
  const { save, settle, all, sentences, repository, published } = await openReturns();
  await save('Returns/cut.xml', writeXmeml(withoutSecondScene));
  await settle();
  const [described] = all();
  if (!described) throw new Error('There is no return.');
  repository.put({ ...described, state });
  const told = published.length;
  await save('Returns/cut.srt', captionsIn(withoutSecondScene));
  await settle();
  await settle();
  expect(all(), 'the same captions are no edit').toMatchObject([{ ...described, state }].map(decisionOf));
  expect(all()).toHaveLength(1);
  expect(published.slice(told).filter((each) => !each.endsWith(state))).toEqual([]);
  await save('Returns/cut.srt', captionsIn(withoutSecondScene, 'The harbour sleeps.'));
  await settle();
  await settle();
  expect(all()).toHaveLength(2);
  expect(all().find(({ fileName }) => fileName === 'cut.xml')).toMatchObject(
    decisionOf({ ...described, state }),
  );
  const own = all().find(({ fileName }) => fileName === 'cut.srt');
  expect(own).toMatchObject({ kind: 'captions', state: 'described' });
  expect(sentences().flat()).toContain(saysSleeps);
});

const decisionOf = ({
  returnId,
  state,
  fingerprint,
}: Pick<ReturnRecord, 'returnId' | 'state' | 'fingerprint'>) => ({ returnId, state, fingerprint });

test.for(decided)(
  'a %s timeline with captions stays so when they change, go and come back',
  async (state) => {
    const parts = await openReturns();
    const { save, settle, all, repository, version } = parts;
    const document = await save('Returns/cut.xml', writeXmeml(deliveredCut));
    const path = await save('Returns/cut.srt', sleeps);
    await settle();
    const [described] = all();
    if (!described) throw new Error('There is no return.');
    repository.put({ ...described, state });
    const wanted = decisionOf({ ...described, state });
    await rm(path);
    await settle();
    expect(all()).toMatchObject([wanted]);
    await save('Returns/cut.srt', sleeps);
    await settle();
    expect(all()).toMatchObject([wanted]);
    expect(all()).toHaveLength(1);
    await rename(path, join(version.folder, 'Returns', 'elsewhere.srt'));
    await settle();
    expect(all(), 'captions that were decided on are no edit under another name').toMatchObject([wanted]);
    expect(all()).toHaveLength(1);
    await save('Returns/cut.srt', dreams);
    await settle();
    await settle();
    const stays = () => all().find(({ fileName }) => fileName === 'cut.xml');
    expect(stays()).toMatchObject(wanted);
    const own = { fileName: 'cut.srt', state: 'described' };
    expect(all().find(({ fileName }) => fileName === 'cut.srt')).toMatchObject(own);
    const later = await openReturns(parts.state, version);
    await later.settle();
    expect(later.published, 'a restart reads nothing again').toEqual([]);
    await writeFile(document, writeXmeml(shorterEnd));
    await settle();
    await settle();
    expect(all().map(({ fileName, state: now }) => [fileName, now])).toEqual([['cut.xml', 'described']]);
  },
);

test('a dismissed timeline whose captions went is read again when it is restored', async () => {
  const { save, settle, all, repository, sentences } = await openReturns();
  await save('Returns/cut.xml', writeXmeml(shorterEnd));
  const path = await save('Returns/cut.srt', sleeps);
  await settle();
  const record = () => all()[0] ?? expect.fail('There is no return.');
  repository.put({ ...record(), state: 'dismissed' });
  await rm(path);
  await settle();
  repository.put({ ...record(), state: 'described' });
  await settle();
  expect(sentences()).toEqual([
    ['Scene 3 shortened by 0.5 s at its end', 'Not carried by the format: captions'],
  ]);
});

test('a return whose files get another name together, or one after the other, is the same return', async () => {
  const { save, settle, all, repository, version, announced } = await openReturns();
  const [timeline, captions] = [
    await save('Returns/cut.xml', writeXmeml(deliveredCut)),
    await save('Returns/cut.srt', sleeps),
  ];
  await settle();
  const [described] = all();
  if (!described) throw new Error('There is no return.');
  const folder = join(version.folder, 'Returns');
  await rename(timeline, join(folder, 'b.xml'));
  await rename(captions, join(folder, 'b_en.srt'));
  await settle();
  const { returnId, fingerprint } = described;
  expect(all()).toMatchObject([{ returnId, fingerprint, fileName: 'b.xml', isMissing: false }]);
  repository.put({ ...described, ...all()[0], state: 'dismissed' });
  await rename(join(folder, 'b.xml'), join(folder, 'c.xml'));
  await settle();
  await settle();
  expect(all()).toMatchObject([{ returnId, fingerprint, fileName: 'c.xml', state: 'dismissed' }]);
  expect(all()).toHaveLength(1);
  await rename(join(folder, 'b_en.srt'), join(folder, 'c.srt'));
  await settle();
  await settle();
  expect(all()).toMatchObject([{ returnId, fingerprint, fileName: 'c.xml', state: 'dismissed' }]);
  expect(all()).toHaveLength(1);
  expect(announced).toEqual(['cut.xml']);
});

test('an open return whose timeline is renamed before its captions stays one return', async () => {
  const { save, settle, all, version, sentences } = await openReturns();
  await save('Returns/cut.xml', writeXmeml(deliveredCut));
  await save('Returns/cut.srt', sleeps);
  await settle();
  const [described] = all();
  const folder = join(version.folder, 'Returns');
  await rename(join(folder, 'cut.xml'), join(folder, 'b.xml'));
  await settle();
  await rename(join(folder, 'cut.srt'), join(folder, 'b.srt'));
  await settle();
  await settle();
  expect(all()).toMatchObject([{ returnId: described?.returnId, fileName: 'b.xml', isMissing: false }]);
  expect(all()).toHaveLength(1);
  expect(sentences()).toEqual([[saysSleeps]]);
});

test('what an earlier version of the app read as two returns stays two as it was decided', async () => {
  const { save, settle, all, repository, state, version } = await openReturns();
  const decisions = ['described', 'kept', 'dismissed', 'failed'] as const;
  for (const ofTimeline of decisions)
    for (const ofCaptions of decisions) {
      const stem = `${ofTimeline} ${ofCaptions}`;
      await save(`Returns/${stem}.xml`, writeXmeml(shorterEnd));
      await save(`Returns/captions of ${stem}.srt`, sleeps);
    }
  await settle();
  for (const record of all()) {
    const [, stem = '', suffix = ''] = /^(?:captions of )?(.*)\.(\w+)$/.exec(record.fileName) ?? [];
    const [ofTimeline, ofCaptions] = stem.split(' ') as [
      (typeof decisions)[number],
      (typeof decisions)[number],
    ];
    const decision = { state: suffix === 'xml' ? ofTimeline : ofCaptions };
    const error = { code: 'document_unreadable', message: '', details: {} } as const;
    const old = { ...record, ...decision, error: decision.state === 'failed' ? error : null };
    // The place of the captions in the version before, which read them on their own.
    const place = record.relativePath.replace('captions of ', '');
    const path = join(version.folder, place);
    await rename(record.path, path);
    await utimes(path, longAgo, longAgo);
    const facts = { fileName: `${stem}.${suffix}`, relativePath: place, path, modifiedAtMs: longAgo * 1000 };
    repository.put({ ...old, ...facts, captions: undefined as never });
  }
  const before = all();
  const later = await openReturns(state, version);
  await later.settle();
  await later.settle();
  expect(later.published).toEqual([]);
  expect(later.all()).toEqual(before);
  expect(before).toHaveLength(2 * decisions.length ** 2);
});

test('returns of a timeline and of captions stay two, as they were decided, where their version is moved', async () => {
  const { save, settle, all, repository, version, published } = await openReturns();
  await save('Returns/a.xml', writeXmeml(shorterEnd));
  await settle();
  const record = () => all().find(({ fileName }) => fileName === 'a.xml') ?? expect.fail();
  repository.put({ ...record(), state: 'dismissed' });
  await save('Returns/a.srt', sleeps);
  await settle();
  await settle();
  repository.put({ ...record(), state: 'described' });
  const [before, told] = [all().map(decisionOf), published.length];
  expect(before).toHaveLength(2);
  const moved = { ...version, folder: `${version.folder} moved` };
  await rename(version.folder, moved.folder);
  await settle(moved);
  await settle(moved);
  expect(all().map(decisionOf)).toEqual(before);
  expect(published.slice(told).filter((each) => each === 'removed')).toEqual([]);
});

test('decided captions that others replaced in a timeline’s return move with their version', async () => {
  const { save, settle, all, repository, version } = await openReturns();
  await save('Returns/cut.srt', sleeps);
  await settle();
  repository.put({ ...(all()[0] ?? expect.fail()), state: 'dismissed' });
  await save('Returns/cut.srt', dreams);
  await save('Returns/cut.xml', writeXmeml(shorterEnd));
  await settle();
  const moved = { ...version, folder: `${version.folder} moved` };
  await rename(version.folder, moved.folder);
  await settle(moved);
  expect(all().map(({ versionFolder }) => versionFolder)).toEqual([moved.folder, moved.folder]);
});

test('captions that were dismissed on their own stay so when a folder with their timeline is renamed', async () => {
  const { scanFolder, scan, clock, all, repository, sentences } = await openReturns();
  const folder = await makeFolder('cuts');
  const look = async (path: string): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) {
      await scanFolder(path);
      await scan();
      await clock.advance(settleMs);
    }
  };
  await writeFile(join(folder, 'harbour lights_v003.srt'), sleeps);
  await look(folder);
  repository.put({ ...(all()[0] ?? expect.fail()), state: 'dismissed' });
  await writeFile(join(folder, 'harbour lights_v003.xml'), writeXmeml(shorterEnd));
  await look(folder);
  const states = () => all().map(({ kind, state, isMissing }) => `${kind} ${state} ${String(isMissing)}`);
  const wanted = ['captions dismissed false', 'timeline described false'];
  expect(states().toSorted()).toEqual(wanted);
  const seen = sentences();
  const later = join(await makeFolder('later'), 'cuts');
  await rename(folder, later);
  await look(later);
  expect(states().toSorted()).toEqual(wanted);
  expect(sentences()).toEqual(seen);
});

test('a decision that the user makes while captions are read stays', async () => {
  const own: MediaReference = {
    ...(deliveredCut.media[0] ?? expect.fail()),
    ...{ mediaId: 'own', fileName: 'scene-01.png', location: 'copy/scene-01.png' },
  };
  const { save, settle, all, sentences, repository, hashing } = await openReturns();
  const edit = mapClips(shorterEnd, (clip) =>
    clip.mediaId === 'still-0' ? { ...clip, mediaId: 'own' } : clip,
  );
  await save('Returns/copy/scene-01.png', mediaBytes('scene-01.png', 'retouched'));
  await save('Returns/cut.xml', writeXmeml({ ...edit, media: [...edit.media, own] }));
  await settle();
  const record = () => all().find(({ fileName }) => fileName === 'cut.xml') ?? expect.fail();
  const described = record();
  await save('Returns/cut.srt', sleeps);
  hashing.during = () => Promise.resolve(repository.put({ ...record(), state: 'dismissed' }));
  for (let turn = 0; turn < 3; turn += 1) await settle();
  expect(hashing.during, 'the decision came while the return was read').toBeNull();
  expect(record()).toMatchObject({ ...decisionOf(described), state: 'dismissed' });
  expect(all().find(({ fileName }) => fileName === 'cut.srt')).toMatchObject({ state: 'described' });
  expect(sentences()).toContainEqual([saysSleeps]);
});

test.for(decided)(
  'captions that were %s alone belong to the cut that they are exported again with',
  async (state) => {
    const { save, settle, all, repository, sentences } = await openReturns();
    const saveAt = async (name: string, content: string, seconds: number): Promise<void> => {
      await utimes(await save(`Returns/${name}`, content), longAgo + seconds, longAgo + seconds);
      for (let turn = 0; turn < 2; turn += 1) await settle();
    };
    const decide = (fileName: string): void => {
      repository.put({ ...(all().find((one) => one.fileName === fileName) ?? expect.fail()), state });
    };
    await saveAt('cut.xml', writeXmeml(deliveredCut), 0);
    decide('cut.xml');
    await saveAt('cut.srt', sleeps, 3600);
    decide('cut.srt');
    await saveAt('cut.xml', writeXmeml(shorterEnd), 7200);
    const cut = () => all().find(({ fileName }) => fileName === 'cut.xml');
    expect(cut(), 'not the captions as they were decided on').toMatchObject({ captions: [] });
    await saveAt('cut.srt', sleeps, 3601);
    expect(cut(), 'nor a copy with a rounded time').toMatchObject({ captions: [] });
    await saveAt('cut.srt', sleeps, 7201);
    expect(cut()).toMatchObject({ state: 'described', captions: ['cut.srt'] });
    expect(sentences()).toContainEqual([saysSleeps, 'Scene 3 shortened by 0.5 s at its end']);
  },
);

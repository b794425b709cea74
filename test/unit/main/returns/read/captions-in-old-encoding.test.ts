import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import { captionsIn, vttOf } from '../../../../fakes/captions-text.ts';
import { encodeText } from '../../../../fakes/encode-text.ts';
import { deliveredCut, openReturns, shorterEnd } from '../../../../fakes/features/returns-fixture.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';

const chinese = 'reports/captions-in-old-encoding/chinese-gbk.srt';

test('Captions in an old encoding are read in the language of the delivered ones', async () => {
  const { version, settle, sentences } = await openReturns();
  const text = captionsIn(deliveredCut, 'The harbour’s café – déjà vu.');
  await writeFile(join(version.folder, 'Returns/a.srt'), encodeText(text, 'windows-1252'));
  await settle();
  expect(sentences()).toEqual([['Caption “The harbour wakes.” is now “The harbour’s café – déjà vu.”']]);
});

test('Captions in letters of another language are refused, alone and beside a timeline', async (context) => {
  skipFor(reasonWithoutOracle(chinese), context);
  const { version, save, settle, all } = await openReturns();
  await save('Returns/cut.xml', writeXmeml(shorterEnd));
  for (const name of ['alone.srt', 'cut.srt'])
    await writeFile(join(version.folder, 'Returns', name), readFileSync(oraclePath(chinese)));
  await settle();
  await settle();
  const states = Object.fromEntries(
    all().map(({ fileName, state, error }) => [fileName, [state, error?.details['reason']]]),
  );
  expect(states).toEqual({
    'alone.srt': ['failed', 'encoding'],
    'cut.srt': ['failed', 'encoding'],
    'cut.xml': ['described', undefined],
  });
});

test('WebVTT alone is a return, whatever its name', async () => {
  const { save, settle, sentences, all } = await openReturns();
  await save('Returns/a.vtt', vttOf(deliveredCut, 'The harbour sleeps.'));
  await save('Returns/b.vtt', captionsIn(deliveredCut, 'The harbour dreams.'));
  await save('Returns/c.srt', vttOf(deliveredCut, 'The harbour shines.'));
  await settle();
  expect(all().map(({ kind }) => kind)).toEqual(['captions', 'captions', 'captions']);
  const saying = (word: string): string[] => [`Caption “The harbour wakes.” is now “The harbour ${word}.”`];
  expect(sentences()).toEqual(expect.arrayContaining([saying('sleeps'), saying('dreams'), saying('shines')]));
});

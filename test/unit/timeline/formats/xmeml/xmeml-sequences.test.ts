import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import {
  SeveralSequencesError,
  type WantedSequence,
} from '../../../../../src-timeline/model/choose-sequence.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import { item, rate, size, track } from './xmeml-documents.ts';

const wanted = (name: string, ...fileNames: readonly string[]): WantedSequence => ({ name, fileNames });

const show = (name: string): string =>
  item({
    file: `<file id="file-${name}"><name>${name}</name><pathurl>file://localhost/m/${name}</pathurl></file>`,
    range: [0, 10, 0, 10],
  });

function sequence(id: string, name: string, ...items: readonly string[]): string {
  return `<sequence id="${id}"><name>${name}</name>${rate}<media><video><format>${size}</format>${items.map((one) => track(one)).join('')}</video></media></sequence>`;
}

const bin = (...sequences: readonly string[]): string =>
  `<bin><name>B</name><children>${sequences.join('')}</children></bin>`;

const documentWith = (...parts: readonly string[]): string =>
  `<xmeml version="4"><project><name>P</name><children>${parts.join('')}</children></project></xmeml>`;

test('The sequence with the delivered media is read, wherever the document has it', (context) => {
  const path = 'reports/which-sequence/other-film-first.xml';
  skipFor(reasonWithoutOracle(path), context);
  const text = readFileSync(oraclePath(path), 'utf8');
  expect(readXmeml(text, wanted('Mine', 'pier.mov', 'boat.mov')).name).toBe('Harbour');
  expect(readXmeml(text, wanted('Harbour')).name).toBe('Harbour');
  expect(readXmeml(text, { ...wanted('Harbour'), chosenKey: 's1' }).name).toBe('Other film');
  expect(readXmeml(text).name).toBe('Other film');
});

test('Sequences in bins, in other projects and nested in another are candidates', () => {
  const inner = sequence('n', 'Inner', show('pier.mov'), show('boat.mov'));
  const outer = sequence('o', 'Outer', show('desert.mov'), item({ file: inner, range: [0, 5, 0, 5] }));
  const other = sequence('x', 'Other', show('sand.mov'));
  const text = `<xmeml version="5">${documentWith(other).replaceAll(/<\/?xmeml[^>]*>/g, '')}${documentWith(bin(outer)).replaceAll(/<\/?xmeml[^>]*>/g, '')}</xmeml>`;
  expect(readXmeml(text).name).toBe('Other');
  expect(readXmeml(text, wanted('Inner', 'pier.mov', 'boat.mov')).name).toBe('Inner');
  expect(readXmeml(text, wanted('Cut', 'pier.mov', 'desert.mov')).name).toBe('Outer');
  expect(readXmeml(text, wanted('Cut', 'sand.mov')).name).toBe('Other');
});

test('Sequences that share equally many files are asked about, unless one has the name', () => {
  const text = documentWith(sequence('a', 'A', show('pier.mov')), sequence('b', 'B', show('pier.mov')));
  expect(() => readXmeml(text, wanted('Cut', 'pier.mov'))).toThrow(SeveralSequencesError);
  expect(readXmeml(text, wanted('b', 'pier.mov')).name).toBe('B');
  expect(readXmeml(text, { ...wanted('Cut', 'pier.mov'), chosenKey: 'b' }).name).toBe('B');
});

test('An empty sequence is read only if the document has no other', () => {
  const empty = sequence('a', 'Empty', '');
  expect(readXmeml(documentWith(empty, sequence('b', 'Full', show('pier.mov')))).name).toBe('Full');
  expect(readXmeml(documentWith(empty)).name).toBe('Empty');
});

test('Files of sequences that nest each other are counted once', () => {
  const nest = (id: string): string => item({ file: `<sequence id="${id}"/>`, range: [0, 5, 0, 5] });
  const text = documentWith(
    sequence('a', 'A', nest('b'), show('pier.mov')),
    sequence('b', 'B', nest('a'), show('boat.mov')),
    sequence('c', 'C', show('pier.mov')),
  );
  expect(readXmeml(text, wanted('B', 'pier.mov', 'boat.mov')).name).toBe('B');
});

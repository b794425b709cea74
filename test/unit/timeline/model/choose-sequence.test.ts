import { describe, expect, it } from 'vitest';
import {
  chooseSequence,
  type SequenceCandidate,
  SeveralSequencesError,
} from '../../../../src-timeline/model/choose-sequence.ts';

const wanted = { name: 'Harbour lights v001', fileNames: ['01_pier.png', '02_boat.mp4', '01_voice.wav'] };

function candidate(key: string, fileNames: readonly string[], name = key): SequenceCandidate {
  return { key, name, fileNames, itemCount: fileNames.length };
}

describe('chooseSequence', () => {
  it('Takes the sequence that shares most files, wherever it stands', () => {
    const film = candidate('b', ['02_boat.mp4', '01_PIER.png', 'own.mov']);
    expect(chooseSequence([candidate('a', ['01_pier.png']), film, candidate('c', ['x.mov'])], wanted)).toBe(
      film,
    );
  });

  it('Decides between equal shares by the name', () => {
    const film = candidate('b', ['01_pier.png'], 'harbour lights V001');
    expect(chooseSequence([candidate('a', ['02_boat.mp4']), film], wanted)).toBe(film);
  });

  it('Asks when neither files nor names decide', () => {
    const equal = [candidate('a', ['02_boat.mp4']), candidate('b', ['01_pier.png'])];
    expect(() => chooseSequence(equal, wanted)).toThrow(SeveralSequencesError);
    expect(chooseSequence(equal, { ...wanted, chosenKey: 'b' }).key).toBe('b');
  });

  it('Never takes an empty sequence while another has items', () => {
    const empty = { ...candidate('a', []), name: wanted.name };
    expect(chooseSequence([empty, candidate('b', ['x.mov'])], wanted).key).toBe('b');
    expect(chooseSequence([empty], wanted)).toBe(empty);
  });

  it('Tells the choice among several that have items, unless the user made it', () => {
    const told: unknown[] = [];
    const asking = {
      ...wanted,
      onChoice: ({ name }: SequenceCandidate, count: number) => told.push([name, count]),
    };
    const film = candidate('b', ['02_boat.mp4']);
    const others = [candidate('a', []), candidate('c', ['x.mov'])];
    chooseSequence([film, ...others], asking);
    chooseSequence([film, candidate('a', [])], asking);
    chooseSequence([film, ...others], { ...asking, chosenKey: 'c' });
    expect(told).toEqual([['b', 3]]);
  });

  it('Takes the first of foreign sequences without a name in common', () => {
    expect(chooseSequence([candidate('a', ['x.mov']), candidate('b', ['y.mov'])], wanted).key).toBe('a');
  });
});

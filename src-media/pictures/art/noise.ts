import { hashText } from '../random.ts';

/** A smooth random field: near points get similar values, from -1 to 1. The same seed gives the same field. */
export type Noise = (x: number, y: number) => number;

/** Creates value noise with one feature per unit of length. */
export function makeNoise(seed: string): Noise {
  const salt = hashText(seed);
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const across = smooth(x - column);
    const down = smooth(y - row);
    const top = mix(lattice(column, row, salt), lattice(column + 1, row, salt), across);
    const bottom = mix(lattice(column, row + 1, salt), lattice(column + 1, row + 1, salt), across);
    return mix(top, bottom, down);
  };
}

/** Creates noise with `octaves` layers of detail, each half the size of the previous one and fainter. */
export function makeRoughNoise(seed: string, octaves: number, roughness = 0.5): Noise {
  const noise = makeNoise(seed);
  return (x, y) => {
    let sum = 0;
    let weight = 0;
    for (let octave = 0; octave < octaves; octave++) {
      const scale = 2 ** octave;
      const strength = roughness ** octave;
      sum += strength * noise(x * scale + octave * 17.3, y * scale + octave * 9.1);
      weight += strength;
    }
    return sum / weight;
  };
}

function lattice(column: number, row: number, salt: number): number {
  let hash = Math.imul(column, 0x27d4eb2d) ^ Math.imul(row, 0x165667b1) ^ salt;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2_147_483_648 - 1;
}

function smooth(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

function mix(a: number, b: number, t: number): number {
  return a + (b - a) * t;
}

import { SpeechPrompter } from './speech-prompter.ts';

const points = 240;

/** Returns the loudness of a sound over time, as a fixed number of points centred on zero. */
export function envelopeOf(sound: Float32Array): Float64Array {
  const loud = [...sound.keys()].filter((index) => Math.abs(sound[index] ?? 0) > 0.01);
  const from = loud[0] ?? 0;
  const to = (loud.at(-1) ?? 0) + 1;
  const envelope = new Float64Array(points);
  for (let index = from; index < to; index += 1) {
    const point = Math.min(points - 1, Math.floor(((index - from) / (to - from)) * points));
    envelope[point] = (envelope[point] ?? 0) + Math.abs(sound[index] ?? 0);
  }
  const mean = envelope.reduce((sum, value) => sum + value, 0) / points;
  return envelope.map((value) => value - mean);
}

/** Returns the best correlation, −1 to 1, of two envelopes over small shifts. */
export function likeness(a: Float64Array, b: Float64Array): number {
  let best = -1;
  for (let shift = -6; shift <= 6; shift += 1) {
    let product = 0;
    let squareA = 0;
    let squareB = 0;
    for (let index = 0; index < points; index += 1) {
      const x = a[index] ?? 0;
      const y = b[index + shift] ?? 0;
      product += x * y;
      squareA += x * x;
      squareB += y * y;
    }
    best = Math.max(best, product / Math.sqrt(squareA * squareB + 1e-12));
  }
  return best;
}

/** Returns the envelopes of the texts, spoken by the synthesiser alone without the engine. */
export async function speakTexts(texts: readonly string[], voice: string): Promise<Float64Array[]> {
  const prompter = await SpeechPrompter.start(voice);
  return texts.map((text) => envelopeOf(prompter.speak(text)));
}

import type { MovieMeasures, PictureMeasures, SoundMeasures } from '@dailies/media';
import { count, lengthInWords } from '@dailies/media/script';

const soundNames = { speech: 'speech', music: 'music', sound: 'sound', silence: 'silence' } as const;

function orientationOf({ width, height }: PictureMeasures): string {
  if (Math.abs(width / height - 1) < 0.03) return 'square';
  return width > height ? 'landscape' : 'portrait';
}

function brightnessWord(brightness: number): string | null {
  if (brightness < 0.25) return 'dark';
  return brightness > 0.75 ? 'bright' : null;
}

function listed(items: readonly string[]): string {
  const [last = '', ...rest] = [...items].reverse();
  return rest.length === 0 ? last : `${rest.reverse().join(', ')} and ${last}`;
}

function lightOf({ centerContrast, verticalContrast }: PictureMeasures): string {
  if (centerContrast > 0.15) return ' with a bright centre';
  if (centerContrast < -0.15) return ' with a dark centre';
  if (verticalContrast > 0.2) return ', lighter at the top';
  return verticalContrast < -0.2 ? ', lighter at the bottom' : '';
}

function surfaceOf({ detail }: PictureMeasures): string {
  if (detail < 0.03) return 'plain ';
  return detail > 0.45 ? 'finely detailed ' : '';
}

/** Prefixes the words with `a` or `an`, depending on the pronunciation. */
function withArticle(words: string): string {
  return `${/^[aeiou]/iu.test(words) ? 'an' : 'a'} ${words}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function lookOf(measures: PictureMeasures, noun: string): string {
  const brightness = brightnessWord(measures.brightness);
  const namesDark = measures.colors.some((color) => /^(?:dark|black)/u.test(color));
  const isSaid = brightness === null || (brightness === 'dark' && namesDark);
  const mood = isSaid ? '' : `${brightness} `;
  const words = `${surfaceOf(measures)}${mood}${orientationOf(measures)} ${noun}`;
  return `${withArticle(words)} in ${listed(measures.colors)}${lightOf(measures)}`;
}

/** Describes a picture by its measurements. */
export function describePicture(measures: PictureMeasures): string {
  return `${capitalized(lookOf(measures, 'picture'))}, ${measures.width} × ${measures.height} pixels.`;
}

function movementOf({ cutCount, motion }: MovieMeasures): string {
  if (cutCount === null || motion === null) return '';
  const motionWords = motion < 0.004 ? 'almost no motion' : motion < 0.035 ? 'little motion' : 'much motion';
  const cuts = cutCount === 0 ? 'no cuts' : count(cutCount, 'cut');
  return ` It has ${cuts} and ${motionWords}.`;
}

function loudnessOf({ loudnessLufs }: SoundMeasures): string {
  return `about ${String(Math.round(loudnessLufs)).replace('-', '−')} LUFS`;
}

function heardIn(sound: SoundMeasures | null): string {
  if (!sound) return ' It is silent: it has no sound track.';
  if (sound.kind === 'silence') return ' Its sound track is silent.';
  return ` Its sound is mostly ${soundNames[sound.kind]}, ${loudnessOf(sound)}.`.replace(
    'is mostly sound',
    'is mixed',
  );
}

/** Describes a movie by its measurements. */
export function describeMovie(facts: {
  readonly movie: MovieMeasures;
  readonly sound: SoundMeasures | null;
  readonly durationSeconds: number | null;
}): string {
  const { movie, sound, durationSeconds } = facts;
  const length = durationSeconds === null ? '' : `, ${lengthInWords(durationSeconds)} long`;
  const rate =
    movie.framesPerSecond > 0 ? ` at ${Number(movie.framesPerSecond.toFixed(2))} frames a second` : '';
  const look = `${capitalized(lookOf(movie, 'video'))}${length}, ${movie.width} × ${movie.height} pixels${rate}.`;
  return `${look}${movementOf(movie)}${heardIn(sound)}`;
}

/** Describes a recording by its measurements. */
export function describeSound(facts: {
  readonly sound: SoundMeasures | null;
  readonly durationSeconds: number | null;
}): string {
  const { sound, durationSeconds } = facts;
  const length = durationSeconds === null ? '' : `, ${lengthInWords(durationSeconds)} long`;
  if (!sound || sound.kind === 'silence') return `A silent recording${length}.`;
  const channels = sound.channelCount === 1 ? 'mono' : sound.channelCount === 2 ? 'stereo' : 'multichannel';
  return `A ${channels} recording of ${soundNames[sound.kind]}${length}, ${loudnessOf(sound)}.`;
}

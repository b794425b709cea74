import { ClipDecoder } from '../../av/clip-decoder.ts';
import { openMedia } from '../../av/open-media.ts';
import { MediaError } from '../../media-error.ts';
import type { TaskControl } from '../../task-options.ts';
import { ClipSampler } from '../../video/clip-sampler.ts';
import { FrameFitter } from '../../video/frame-fitter.ts';
import { sizeInside } from '../../video/picture-fit.ts';
import { yuvToRgb } from '../../video/rgb-to-yuv.ts';
import type { YuvPicture } from '../../video/yuv-picture.ts';
import { probeMedia } from '../probe-media.ts';
import { findPicture } from './can-copy.ts';
import type { MovieMeasures } from './file-tools.ts';
import { lightnessesOf, measurePixels, type SmallPicture } from './measure-pixels.ts';

/** A change counts as a cut from this size on, if it also exceeds the usual change around it by `minCutFactor`. */
const minCutChange = 0.08;
const minCutFactor = 4;
const neighbours = 6;

/** Returns the mean absolute difference of two pictures, 0 to 1. */
function changeBetween(before: Float32Array, after: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < after.length; index += 1) {
    sum += Math.abs((after[index] ?? 0) - (before[index] ?? 0));
  }
  return after.length === 0 ? 0 : sum / after.length;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? 0;
}

/**
 * Finds hard cuts and motion in a dense sequence of small pictures.
 *
 * @param pictures lightnesses of 0 to 1, all of one size
 * @returns motion as the mean change between pictures except at cuts, 0 to 1
 */
function findCuts(pictures: readonly Float32Array[]): { cutCount: number; motion: number } {
  const changes = pictures.slice(1).map((picture, index) => {
    return changeBetween(pictures[index] ?? picture, picture);
  });
  const isCut = changes.map((change, index) => {
    const around = changes.slice(Math.max(0, index - neighbours), index + neighbours + 1);
    const usual = median(around.filter((_, at) => at !== Math.min(index, neighbours)));
    return change >= minCutChange && change >= minCutFactor * usual;
  });
  const steady = changes.filter((_, index) => !isCut[index]);
  return {
    cutCount: isCut.filter(Boolean).length,
    motion: steady.reduce((sum, change) => sum + change, 0) / Math.max(1, steady.length),
  };
}

/** Movies up to this length are analysed completely, at `picturesPerSecond`; longer ones by `pictureCount` samples. */
const maxWholeSeconds = 120;
const picturesPerSecond = 6;
const pictureCount = 24;
const smallFrame = { width: 64, height: 64 } as const;

function smallPictureOf(picture: YuvPicture): SmallPicture {
  return { width: picture.width, height: picture.height, rgb: yuvToRgb(picture) };
}

/** Samples pictures over a movie, each from the last key frame before its time. */
function* spreadPictures(
  path: string,
  movie: { readonly durationSeconds: number; readonly size: { width: number; height: number } },
): Generator<SmallPicture> {
  using decoder = new ClipDecoder(path);
  using fitter = new FrameFitter(movie.size.width, movie.size.height);
  for (let index = 0; index < pictureCount; index += 1) {
    decoder.seek(((index + 0.5) / pictureCount) * movie.durationSeconds);
    const decoded = decoder.next();
    if (decoded) yield smallPictureOf(fitter.fit(decoded));
  }
}

function* allPictures(path: string, size: { width: number; height: number }): Generator<SmallPicture> {
  using sampler = new ClipSampler(path, size.width, size.height, picturesPerSecond);
  for (let picture = sampler.next(); picture; picture = sampler.next()) yield smallPictureOf(picture);
}

/** Stacks evenly spaced pictures of a movie into one picture, so that they can be measured together. */
function beside(pictures: readonly SmallPicture[]): SmallPicture {
  const [first] = pictures;
  if (!first) throw new MediaError('unreadable_media', 'No picture of the movie could be decoded.');
  const step = Math.max(1, Math.floor(pictures.length / pictureCount));
  const chosen = pictures.filter((_, index) => index % step === 0);
  return {
    width: first.width,
    height: first.height * chosen.length,
    rgb: Buffer.concat(chosen.map((picture) => picture.rgb)),
  };
}

function rateOf(path: string): number {
  const format = openMedia(path);
  try {
    const { num, den } = findPicture(format)?.avgFrameRate ?? { num: 0, den: 1 };
    return num > 0 && den > 0 ? num / den : 0;
  } finally {
    format.closeInputSync();
  }
}

/** See `FileTools.measureMovie`. */
export async function measureMovie(path: string, control: TaskControl): Promise<MovieMeasures> {
  const facts = await probeMedia(path);
  if (!facts?.size) throw new MediaError('unreadable_media', 'The file has no moving pictures.');
  const durationSeconds = facts.durationSeconds ?? 0;
  const isWhole = durationSeconds <= maxWholeSeconds;
  const size = sizeInside(facts.size, smallFrame);
  const source = isWhole ? allPictures(path, size) : spreadPictures(path, { durationSeconds, size });
  const expected = isWhole ? Math.max(1, durationSeconds * picturesPerSecond) : pictureCount;
  const pictures: SmallPicture[] = [];
  for (const picture of source) {
    control.checkpoint();
    control.progress(Math.min(1, pictures.length / expected));
    if (pictures.length < 2 * maxWholeSeconds * picturesPerSecond) pictures.push(picture);
  }
  const { cutCount, motion } = findCuts(pictures.map(lightnessesOf));
  const middle = pictures[pictures.length >> 1];
  const { colors, brightness, detail } = measurePixels(beside(pictures));
  const { centerContrast, verticalContrast } = measurePixels(middle ?? beside(pictures));
  return {
    colors,
    brightness,
    detail,
    centerContrast,
    verticalContrast,
    ...facts.size,
    framesPerSecond: rateOf(path),
    cutCount: isWhole ? cutCount : null,
    motion: isWhole ? motion : null,
  };
}

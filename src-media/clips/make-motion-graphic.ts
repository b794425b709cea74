import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { detectLanguage } from '../../src-shared/script/detect-language.ts';
import { MovieWriter } from '../av/movie-writer.ts';
import { sourceOf } from '../av/stereo.ts';
import { mixColors, withAlpha } from '../pictures/color/color.ts';
import { drawPrompt } from '../pictures/prompt/prompt-layers.ts';
import { framesPerSecond, samplesPerFrame } from '../project-content.ts';
import type { TaskControl } from '../task-options.ts';
import { clipRate } from './clip-frames.ts';
import { writeThumbnail } from './clip-thumbnail.ts';
import type { MadeClip, MotionReference } from './clip-tools.ts';
import { RgbaConverter } from './frames/rgba-converter.ts';
import { layOutStages } from './motion/lay-out-stages.ts';
import { MediaCells } from './motion/media-cells.ts';
import type { MotionContent } from './motion/motion-content.ts';
import type { MotionPiece, MotionStage, MotionTime } from './motion/motion-stage.ts';
import { chooseTheme } from './motion/motion-theme.ts';
import { makeCallout } from './motion/pieces/callout-piece.ts';
import { makeChart } from './motion/pieces/chart-piece.ts';
import { makeCounter } from './motion/pieces/counter-piece.ts';
import { makeList } from './motion/pieces/list-piece.ts';
import { makeLowerThird } from './motion/pieces/lower-third-piece.ts';
import { makeQuote } from './motion/pieces/quote-piece.ts';
import { makeTitle } from './motion/pieces/title-piece.ts';
import { type ClipSoundRequest, mixClipSound } from './sound/mix-clip-sound.ts';

/** Creates the animation for the content. */
function makePiece(content: MotionContent, stage: MotionStage): MotionPiece {
  switch (content.kind) {
    case 'title':
      return makeTitle(content, stage);
    case 'logo':
      return content.text === null ? nothing : makeTitle({ text: content.text, label: null }, stage);
    case 'lowerThird':
      return makeLowerThird(content, stage);
    case 'counter':
      return makeCounter(content.figure, stage);
    case 'chart':
      return makeChart(content, stage);
    case 'list':
      return makeList(content, stage);
    case 'quote':
      return makeQuote(content, stage);
    case 'callout':
      return makeCallout(content.text, stage);
  }
}

const nothing: MotionPiece = { settledSeconds: 0, draw: () => undefined };

/** Draws the background of an opaque graphic: two shades with large soft discs that move slowly. */
function drawGround({ ctx, theme, width, height }: MotionStage, { seconds }: MotionTime): void {
  const gradient = ctx.createLinearGradient(0, 0, width, height);
  gradient.addColorStop(0, mixColors(theme.ground, theme.second, 0.05));
  gradient.addColorStop(1, mixColors(theme.ground, theme.accent, 0.1));
  ctx.fillStyle = gradient;
  ctx.fillRect(0, 0, width, height);
  const reach = Math.max(width, height);
  const discs = [
    {
      x: 0.9 + 0.03 * Math.sin(seconds * 0.4),
      y: 0.06 + 0.03 * Math.cos(seconds * 0.33),
      radius: 0.34,
      color: theme.accent,
    },
    {
      x: 0.04 + 0.03 * Math.cos(seconds * 0.3),
      y: 1.02 + 0.03 * Math.sin(seconds * 0.37),
      radius: 0.3,
      color: theme.second,
    },
  ];
  for (const { x, y, radius, color } of discs) {
    ctx.fillStyle = withAlpha(color, 0.13);
    ctx.beginPath();
    ctx.arc(x * width, y * height, radius * reach, 0, Math.PI * 2);
    ctx.fill();
  }
}

/** A motion graphic with its prompt read and, if requested, its words already spoken. */
export interface MakeMotionRequest {
  readonly prompt: string;
  readonly content: MotionContent;
  readonly references: readonly MotionReference[];
  readonly hasIllustration: boolean;
  /** Null: as long as reading takes, but at least `minSeconds`. */
  readonly durationSeconds: number | null;
  readonly minSeconds: number;
  readonly sound: Omit<ClipSoundRequest, 'sampleCount'> | null;
  readonly width: number;
  readonly height: number;
  readonly isTransparent: boolean;
  readonly seed: string;
  readonly thumbnailPath?: string;
  readonly outputPath: string;
}

/** Seconds a complete graphic stays still for reading, and seconds of its exit. */
const holdSeconds = 2.2;
const leaveSeconds = 0.7;

/** @throws MediaError `unreadable_media`, `media_too_large`, `encoding_failed` */
export async function makeMotionGraphic(request: MakeMotionRequest, control: TaskControl): Promise<MadeClip> {
  const { width, height, isTransparent } = request;
  const canvas = createCanvas(width, height);
  const { stage, mediaStage } = layOutStages(sheetFor(request, canvas), request.content, mediaCount(request));
  const drawn = request.hasIllustration ? drawIllustration(request, mediaStage) : null;
  using media = await MediaCells.open(mediaStage, request.references, drawn);
  const piece = makePiece(request.content, stage);
  const total = lengthOf(request, piece);
  const frames = Math.round(total * framesPerSecond);
  const mix =
    request.sound && mixClipSound({ ...request.sound, sampleCount: frames * samplesPerFrame }, control);
  using movie = new MovieWriter({
    pictures: { kind: isTransparent ? 'vp9-alpha' : 'h264', width, height, rate: clipRate },
    sound: mix && sourceOf(mix),
    outputPath: request.outputPath,
  });
  using converter = new RgbaConverter(request, isTransparent);
  const thumbnailFrame = Math.floor(frames * 0.6);
  let thumbnail: MadeClip['thumbnail'] = null;
  let planes: Buffer | null = null;
  for (let index = 0; index < frames; index += 1) {
    control.checkpoint();
    const time = timeOf(index, total);
    if (!planes || !isResting(time, piece, media, request)) {
      drawFrame(stage, { piece, media, time });
      planes = converter.convert(canvas.data());
    }
    movie.write(planes);
    if (request.thumbnailPath !== undefined && index === thumbnailFrame) {
      thumbnail = await writeThumbnail(canvas.data(), { width, height }, request.thumbnailPath);
    }
    control.progress((index + 1) / frames);
  }
  movie.finish();
  return { width, height, durationSeconds: frames / framesPerSecond, hasSound: mix !== null, thumbnail };
}

function sheetFor(request: MakeMotionRequest, canvas: Canvas): Omit<MotionStage, 'area' | 'isCentered'> {
  const { width, height, isTransparent, prompt, seed } = request;
  return {
    ctx: canvas.getContext('2d'),
    theme: chooseTheme(prompt, seed, isTransparent),
    width,
    height,
    unit: Math.min(width, height) / 100,
    isTransparent,
    languageCode: detectLanguage(prompt),
  };
}

function mediaCount({ references, hasIllustration }: MakeMotionRequest): number {
  return references.filter(({ kind }) => kind !== 'audio').length + (hasIllustration ? 1 : 0);
}

function lengthOf({ durationSeconds, minSeconds }: MakeMotionRequest, piece: MotionPiece): number {
  if (durationSeconds !== null) return durationSeconds;
  const read = Math.ceil((piece.settledSeconds + holdSeconds + leaveSeconds) * 2) / 2;
  return Math.max(read, minSeconds, 3);
}

/** Speeds short graphics up, so that everything has appeared before the exit starts. */
function timeOf(index: number, total: number): MotionTime {
  const seconds = index / framesPerSecond;
  const leave = Math.min(leaveSeconds, total * 0.2);
  const leaving = Math.max(0, Math.min(1, (seconds - (total - leave)) / (leave - 1 / framesPerSecond)));
  const pace = total < 3 ? 3 / total : 1;
  return { seconds: seconds * pace, total, leaving };
}

/** True if the frame equals the previous one. */
function isResting(
  time: MotionTime,
  piece: MotionPiece,
  media: MediaCells,
  request: MakeMotionRequest,
): boolean {
  const mediaSettled = 1 + 0.16 * media.count;
  const isCalm = request.isTransparent && request.content.kind !== 'callout' && !media.isMoving;
  const settled = Math.max(piece.settledSeconds, mediaSettled) + 0.1;
  return isCalm && time.leaving === 0 && time.seconds > settled;
}

function drawFrame(
  stage: MotionStage,
  {
    piece,
    media,
    time,
  }: { readonly piece: MotionPiece; readonly media: MediaCells; readonly time: MotionTime },
): void {
  const { ctx, width, height, isTransparent } = stage;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalAlpha = 1;
  if (isTransparent) ctx.clearRect(0, 0, width, height);
  else drawGround(stage, time);
  media.draw(time);
  piece.draw(time);
}

/** Draws the subject of the prompt as an illustration. */
function drawIllustration({ prompt, seed }: MakeMotionRequest, { area }: MotionStage): Canvas {
  const width = Math.round(area.width);
  const height = Math.round(area.height);
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  for (const layer of drawPrompt(prompt, { width, height, seed }).layers) ctx.drawImage(layer, 0, 0);
  return canvas;
}

import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { detectLanguage } from '../../../src-shared/script/detect-language.ts';
import { drawableText, isRightToLeft } from '../../fonts/font-families.ts';
import { makeHand } from '../art/hands/make-hand.ts';
import { statementOf } from '../content/statement.ts';
import { applyFinish } from '../finish/apply-finish.ts';
import { layOutPage } from '../layout/choose-layout.ts';
import { makeFrame } from '../layout/frame.ts';
import type { Page } from '../layout/page.ts';
import type { Look } from '../look/look.ts';
import { turnOf } from '../random.ts';
import { drawTexts } from '../text/draw-texts.ts';
import { inkTexts } from '../text/ink-texts.ts';
import { placeColumn } from '../text/place-text.ts';
import type { PromptFrame } from './draw-prompt.ts';

/** Sets the words of a prompt as a page of type. */
export function drawPlate(words: string, look: Look, { width, height, seed }: PromptFrame): Canvas {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  const frame = makeFrame(width, height);
  const turn = turnOf('turn', seed, 15);
  const scheme = look.schemes[turn % 3] ?? look.schemes[0];
  const languageCode = detectLanguage(words);
  const hand = makeHand(look.hand, { ctx, scheme, width, height, unit: frame.unit, seed });
  const page: Page = {
    frame,
    look,
    scheme,
    otherScheme: look.schemes[(turn + 1) % 3] ?? look.schemes[0],
    message: statementOf(drawableText(words, 'sans', languageCode), languageCode),
    glyph: null,
    turn,
    isRightToLeft: isRightToLeft(words),
    ctx,
    hand,
  };
  const columns = layOutPage(page);
  hand.finish();
  applyFinish(ctx, width, height, look.finish, seed);
  const placed = columns.flatMap((column) => placeColumn(ctx, column, languageCode));
  drawTexts(ctx, inkTexts(ctx, placed, scheme, frame.unit));
  return canvas;
}

import type { Canvas } from '@napi-rs/canvas';
import { detectLanguage } from '../../../src-shared/script/detect-language.ts';
import { drawableText, isRightToLeft } from '../../fonts/font-families.ts';
import { statementOf } from '../content/statement.ts';
import { paintPage } from '../layout/paint-page.ts';
import type { Look } from '../look/look.ts';
import { turnOf } from '../random.ts';
import { drawTexts } from '../text/draw-texts.ts';
import type { PromptFrame } from './draw-prompt.ts';

/** Sets the words of a prompt as a page of type. */
export function drawPlate(words: string, look: Look, { width, height, seed }: PromptFrame): Canvas {
  const turn = turnOf('turn', seed, 15);
  const languageCode = detectLanguage(words);
  const { canvas, ctx, texts } = paintPage({
    width,
    height,
    languageCode,
    seed,
    handSeed: seed,
    look,
    scheme: look.schemes[turn % 3] ?? look.schemes[0],
    otherScheme: look.schemes[(turn + 1) % 3] ?? look.schemes[0],
    message: statementOf(drawableText(words, 'sans', languageCode), languageCode),
    glyph: null,
    turn,
    isRightToLeft: isRightToLeft(words),
  });
  drawTexts(ctx, texts);
  return canvas;
}

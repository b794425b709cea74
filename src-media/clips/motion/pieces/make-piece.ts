import type { MotionContent } from '../motion-content.ts';
import type { MotionPiece, MotionStage } from '../motion-stage.ts';
import { makeCallout } from './callout-piece.ts';
import { makeChart } from './chart-piece.ts';
import { makeCounter } from './counter-piece.ts';
import { makeList } from './list-piece.ts';
import { makeLowerThird } from './lower-third-piece.ts';
import { makeQuote } from './quote-piece.ts';
import { makeTitle } from './title-piece.ts';

/** The animation for what is to be said. */
export function makePiece(content: MotionContent, stage: MotionStage): MotionPiece {
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

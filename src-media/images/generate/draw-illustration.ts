import { createCanvas } from '@napi-rs/canvas';
import { detectLanguage } from '../../../src-shared/script/detect-language.ts';
import { makeHand } from '../../pictures/art/hands/make-hand.ts';
import { analyzeScene } from '../../pictures/content/analyze-scene.ts';
import { applyFinish } from '../../pictures/finish/apply-finish.ts';
import { makeFrame } from '../../pictures/layout/frame.ts';
import { heroLayout, sceneryLayout } from '../../pictures/layout/layouts/wordless.ts';
import type { Layout, Page } from '../../pictures/layout/page.ts';
import { namesPlace } from '../../pictures/layout/subject.ts';
import { chooseLook } from '../../pictures/look/choose-look.ts';
import type { Look } from '../../pictures/look/look.ts';
import { tuneLookToPrompt } from '../../pictures/look/tune-look-to-prompt.ts';
import { turnOf } from '../../pictures/random.ts';
import type { GenerateImageRequest } from '../image-tools.ts';
import type { Raster } from '../raster.ts';

type IllustrationRequest = Pick<GenerateImageRequest, 'prompt' | 'width' | 'height' | 'seed'>;

/** Chooses the look a prompt requests; if it names none, the seed decides. */
export function lookOf({ prompt, seed }: Pick<GenerateImageRequest, 'prompt' | 'seed'>): Look {
  return tuneLookToPrompt(chooseLook(`${prompt} `, seed), prompt);
}

/** Draws scenery as a background for other pictures: a place, never a thing in the middle. */
export function drawScenery(request: IllustrationRequest): Raster {
  return draw(request, () => sceneryLayout);
}

/** Prefers a place if the prompt names one, else the thing alone. */
function layoutOf(page: Page): Layout {
  const isScenery = namesPlace(page) ? page.turn !== 2 : page.turn % 4 === 3;
  return isScenery ? sceneryLayout : heroLayout;
}

/** Draws the subject of a prompt without any text. The same request always gives the same pixels. */
export function drawIllustration(request: IllustrationRequest): Raster {
  return draw(request, layoutOf);
}

function draw(request: IllustrationRequest, chooseLayout: (page: Page) => Layout): Raster {
  const { prompt, width, height } = request;
  const turn = turnOf('turn', request.seed, 6);
  const seed = `${prompt}\n${request.seed}`;
  const look = lookOf(request);
  const scheme = look.schemes[turn % 3] ?? look.schemes[0];
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  const frame = makeFrame(width, height);
  const scene = { text: prompt, isHeading: false, startsParagraph: true };
  const languageCode = detectLanguage(prompt);
  const content = analyzeScene({ scene, sceneIndex: 1, projectTitle: '', languageCode });
  const hand = makeHand(look.hand, { ctx, scheme, width, height, unit: frame.unit, seed });
  const page: Page = {
    frame,
    look,
    scheme,
    otherScheme: look.schemes[(turn + 1) % 3] ?? look.schemes[0],
    content: { ...content, message: { kind: 'statement', text: null } },
    projectTitle: '',
    turn,
    isRightToLeft: false,
    seed,
    ctx,
    hand,
  };
  chooseLayout(page)(page);
  hand.finish();
  applyFinish(ctx, width, height, look.finish, seed);
  return { width, height, rgba: canvas.data() };
}

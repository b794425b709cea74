import type { PictureRequest } from '../../../../src-media/pictures/compose-picture.ts';

/** Returns a request for the second scene of a film, small to be quick, with the test's changes. */
export function pictureRequest(
  wish: Partial<PictureRequest> & { readonly text?: string } = {},
): PictureRequest {
  const { text = 'Every morning the fishermen leave the small harbor.', ...rest } = wish;
  return {
    scene: { text, isHeading: false, startsParagraph: true },
    sceneIndex: 1,
    projectTitle: 'The Living Ocean',
    styleText: '',
    languageCode: 'en',
    width: 480,
    height: 270,
    ...rest,
  };
}

/** One sentence for each kind of message. */
export const messages: Readonly<Record<string, string>> = {
  statement: 'Every morning the fishermen leave the small harbor.',
  share: 'It covers more than 70% of our planet.',
  money: 'Global sales reached $4.5 billion last year.',
  year: 'In 1969, two humans walked on the Moon.',
  quote:
    '“The sea, once it casts its spell, holds one in its net of wonder forever,” wrote Jacques Cousteau.',
  question: 'What lives in the deepest trenches, where no light ever reaches?',
  list: 'We need clean rivers, quiet reefs, less plastic and patience.',
  comparison: 'Coffee vs tea is an old quarrel.',
};

/** One style text for each look. */
export const styles: Readonly<Record<string, string>> = {
  editorial: '',
  minimal: 'minimal flat geometric, calm blue',
  watercolor: 'warm watercolor, hand-drawn',
  papercut: 'paper-cut collage',
  kids: 'pastel kids',
  sketch: 'pencil sketch, doodles',
  retro: 'retro 70s poster',
  corporate: 'bold corporate',
  pop: 'pop art comic',
  bauhaus: 'Bauhaus, primary colours',
  newspaper: 'newspaper editorial',
  blueprint: 'blueprint/technical',
  noir: 'dark cinematic noir',
  cinematic: 'epic cinematic film',
  nature: 'nature documentary',
  neon: 'neon cyberpunk',
  luxury: 'luxury, gold',
  modern: 'modern gradient startup',
};

/** Frames of all aspect ratios that a project can have. */
export const frames = [
  { width: 480, height: 270 },
  { width: 270, height: 480 },
  { width: 320, height: 320 },
  { width: 320, height: 400 },
] as const;

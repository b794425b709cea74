import { builtInEntity, type BuiltInEntity } from './built-in-entity.ts';

function style(key: string, name: string, description: string, styleText: string): BuiltInEntity {
  const picture = `A sample picture in the style ${name}`;
  return builtInEntity('VISUAL_STYLE', key, { name, description, picture }, { styleText });
}

/** The visual styles of the built-in catalogue, in the order they are shown. */
export const visualStyles: readonly BuiltInEntity[] = [
  style(
    'editorial',
    'Editorial',
    'The illustrated page of a good magazine: quiet colours, strong shapes.',
    'editorial magazine illustration',
  ),
  style(
    'minimal',
    'Minimal flat',
    'Flat vector shapes, few colours and a lot of room.',
    'minimal flat vector',
  ),
  style(
    'watercolor',
    'Watercolor',
    'Washes of colour that run into the paper.',
    'watercolor painting on paper',
  ),
  style('papercut', 'Paper cut', 'Layers of cut paper with soft shadows.', 'papercut layered paper craft'),
  style('sketch', 'Hand sketch', 'Marker and pencil, as on a whiteboard.', 'hand drawn whiteboard sketch'),
  style(
    'retro',
    'Retro print',
    'A seventies poster with grain and warm inks.',
    'retro 70s poster with grain',
  ),
  style(
    'blueprint',
    'Blueprint',
    "Fine technical lines on a draughtsman's grid.",
    'technical blueprint line art',
  ),
  style('noir', 'Noir', 'Black and white with a single red.', 'film noir black and white'),
  style(
    'cinematic',
    'Cinematic dusk',
    'Wide scenes in teal and orange light.',
    'cinematic film, teal and orange dusk',
  ),
  style('neon', 'Neon night', 'Glowing lines over a dark city.', 'neon cyberpunk synthwave glow'),
  style('luxury', 'Gold and ink', 'Gold lines on deep grounds, after art deco.', 'luxury art deco gold'),
  style('modern', 'Modern gradient', 'Bright gradients of a young company.', 'modern gradient startup'),
];

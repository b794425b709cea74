import { builtInEntity, type BuiltInEntity } from './built-in-entity.ts';

function product(key: string, name: string, description: string): BuiltInEntity {
  return builtInEntity('PRODUCT', key, { name, description, picture: `${name} on a plain ground` });
}

/** The sample products of the built-in catalogue, in the order they are shown. */
export const products: readonly BuiltInEntity[] = [
  product('bottle', 'Insulated bottle', 'A matte teal steel water bottle with a bamboo lid.'),
  product('phone', 'Smartphone', 'A slim smartphone with a bright edge-to-edge screen.'),
  product('mug', 'Ceramic mug', 'A hand-glazed ceramic coffee mug, cream above and terracotta below.'),
  product('shoe', 'Running shoe', 'A light running shoe in coral with a white foam sole.'),
  product(
    'headphones',
    'Headphones',
    'Over-ear wireless headphones in midnight blue with soft tan cushions.',
  ),
  product('serum', 'Face serum', 'A small amber glass bottle with a dropper and a paper label.'),
];

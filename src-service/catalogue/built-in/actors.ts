import type { VoiceWish } from '../../store/entity.ts';
import { builtInEntity, type BuiltInEntity } from './built-in-entity.ts';

function actor(key: string, name: string, description: string, voice: VoiceWish): BuiltInEntity {
  const picture = `${name}, drawn from the front down to the chest`;
  return builtInEntity('ACTOR', key, { name, description, picture }, { actor: { characterKey: key, voice } });
}

function wish(gender: VoiceWish['gender'], languageCode: string, turn = 0): VoiceWish {
  return { gender, languageCode, turn };
}

/** The actors of the built-in catalogue, in the order they are shown. */
export const actors: readonly BuiltInEntity[] = [
  actor(
    'maya',
    'Maya',
    'A warm presenter in her thirties with dark curls and a mustard sweater. At home in explainers and product tours.',
    wish('FEMALE', 'en-US'),
  ),
  actor(
    'jonas',
    'Jonas',
    'A calm engineer in his thirties with a trimmed beard, round glasses and a green shirt. Explains how things work.',
    wish('MALE', 'en-US'),
  ),
  actor(
    'amara',
    'Amara',
    'A confident speaker in her forties with natural hair, gold earrings and a plum blazer. Suits business and news.',
    wish('FEMALE', 'en-GB'),
  ),
  actor(
    'kenji',
    'Kenji',
    'A friendly designer in his twenties with swept black hair and a denim jacket. Good for tutorials and culture.',
    wish('MALE', 'en-US', 1),
  ),
  actor(
    'elena',
    'Elena',
    'A teacher in her sixties with silver hair in a bob, red glasses and a teal cardigan. Patient and clear.',
    wish('FEMALE', 'en-GB', 1),
  ),
  actor(
    'samuel',
    'Samuel',
    'An experienced host in his fifties with a shaved head, grey beard and navy suit. Made for keynotes and stories.',
    wish('MALE', 'en-GB'),
  ),
  actor(
    'priya',
    'Priya',
    'A lively scientist in her twenties with long dark hair and a coral blouse. Makes research easy to follow.',
    wish('FEMALE', 'en-US', 1),
  ),
  actor(
    'leo',
    'Leo',
    'A cheerful creator in his twenties with ginger hair, freckles and an orange hoodie. Suits short social clips.',
    wish('MALE', 'en-GB', 1),
  ),
];

import { z } from 'zod';
import data from '../../../resources/media/style-words.json' with { type: 'json' };
import { namesOf } from '../../names-of.ts';
import { type LookName, looks } from './look.ts';

/**
 * Prefixes of words that request a look, in English, Spanish, French, German, Italian, Portuguese and Japanese. Words
 * in capitals name the look itself; the others suggest it. An underscore stands for a space or for a hyphen of the
 * style.
 */
export const styleWords: Readonly<Record<LookName, string>> = z
  .record(namesOf(looks), z.string())
  .parse(data);

import type { EngineVoice } from '../../media-engine.ts';

/** Novelty voices, which are unsuitable for narration. */
const novelties = new Set(
  'Albert|Bad News|Bahh|Bells|Boing|Bubbles|Cellos|Deranged|Fred|Good News|Hysterical|Jester|Junior|Organ|Pipe Organ|Princess|Ralph|Superstar|Trinoids|Whisper|Wobble|Zarvox'.split(
    '|',
  ),
);
/** Robotic voices that exist in every language; listed last. */
const robotic = new Set('Eddy Flo Grandma Grandpa Reed Rocko Sandy Shelley'.split(' '));

const female = new Set(
  'Alice Allison Alva Amelie Amélie Amira Angelica Anna Ava Carmit Catherine Daria Ellen Ewa Federica Fiona Flo Grandma Helena Ioana Isha Iveta Joana Joelle Kanya Karen Kate Kathy Katja Klara Kyoko Lana Laura Lekha Lesya Linh Luciana Mariska Mei-Jia Meijia Melina Milena Moira Monica Mónica Montse Nicky Noelle Nora Paulina Petra Samantha Sandy Sara Satu Serena Shelley Sin-ji Sinji Soledad Susan Tessa Ting-Ting Tingting Tünde Vani Veena Victoria Vicki Yelda Yu-shu Yuna Zoe Zosia Zuzana Audrey Aurelie Marie Virginie Isabela'.split(
    ' ',
  ),
);
const male = new Set(
  'Aaron Alex Arthur Bruce Carlos Daniel Damayanti Diego Eddy Evan Felipe Gordon Grandpa Jacques Jorge Juan Lee Luca Magnus Maged Majed Markus Martin Nathan Nicolas Oliver Oskar Otoya Reed Rishi Rocko Thomas Tom Tarik Viktor Xander Yannick Yuri Krzysztof Henrik Joaquim Rodrigo Hattori'.split(
    ' ',
  ),
);

/**
 * Parses the output of `say -v '?'`: a name, a locale and an example in each line. Lists better voices of a language
 * first.
 */
export function parseMacVoices(listing: string, keyPrefix: string): EngineVoice[] {
  const voices = listing.split('\n').flatMap((line) => {
    const match = /^(\S.*?)\s+([a-z]{2,3}[_-][A-Za-z0-9_-]+)\s+#/u.exec(line);
    const [, name = '', locale = ''] = match ?? [];
    const firstName = name.replace(/\s*\(.*$/u, '');
    if (!match || novelties.has(firstName)) return [];
    return [voiceOf(name, firstName, locale.replaceAll('_', '-'), keyPrefix)];
  });
  return voices.toSorted((left, right) => rankOf(left) - rankOf(right));
}

function voiceOf(name: string, firstName: string, locale: string, keyPrefix: string): EngineVoice {
  const languageCode = Intl.getCanonicalLocales(locale)[0] ?? locale;
  const region = new Intl.Locale(languageCode).region;
  return {
    voiceKey: `${keyPrefix}${name}`,
    displayName: name,
    languageCode,
    gender: female.has(firstName) ? 'FEMALE' : male.has(firstName) ? 'MALE' : 'NEUTRAL',
    accent:
      region === undefined ? null : (new Intl.DisplayNames('en', { type: 'region' }).of(region) ?? null),
    description: "One of this computer's own voices.",
    supportsAllLanguages: false,
  };
}

function rankOf({ displayName }: EngineVoice): number {
  if (displayName.includes('(Premium)')) return 0;
  if (displayName.includes('(Enhanced)')) return 1;
  return robotic.has(displayName.replace(/\s*\(.*$/u, '')) ? 3 : 2;
}

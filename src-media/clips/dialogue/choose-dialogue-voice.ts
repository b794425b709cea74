import type { EngineVoice } from '../../media-engine.ts';
import { chooseVoice } from '../../speech/choose-voice.ts';

/** A voice of the catalogue, and the changes that match the description. */
export interface DialogueVoice {
  /** Null for the best voice of the language. */
  readonly voiceKey: string | null;
  /** From 0.5 to 2. */
  readonly speed: number;
  /** 1 is unchanged; lower is deeper. */
  readonly pitch: number;
}

const femaleWords =
  /\b(?:female|wom[ae]n|girls?|lady|ladies|she|her|mother|grandmother|mom|mum|queen|actress|feminine)\b/iu;
const maleWords =
  /\b(?:male|m[ae]n|boys?|guy|gentleman|he|his|father|grandfather|dad|king|masculine|narrator)\b/iu;
const britishWords = /\b(?:british|english accent|uk|london|posh|royal)\b/iu;
const scottishWords = /\bscot(?:tish|land|s)\b/iu;

/** Changes of pitch and speed for words in the description. */
const effects: readonly { readonly words: RegExp; readonly pitch: number; readonly speed: number }[] = [
  { words: /\b(?:deep|low|bass|baritone|gravel\w*|husky|resonant|booming)\b/iu, pitch: 0.89, speed: 1 },
  { words: /\b(?:high|bright|squeaky|light|soprano|thin)\b/iu, pitch: 1.09, speed: 1 },
  { words: /\b(?:child\w*|kids?|little girl|little boy|toddler)\b/iu, pitch: 1.2, speed: 1.02 },
  { words: /\b(?:young|teen\w*|youthful)\b/iu, pitch: 1.05, speed: 1.04 },
  { words: /\b(?:old|elder\w*|aged|grand(?:mother|father|ma|pa)|wise)\b/iu, pitch: 0.95, speed: 0.88 },
  { words: /\b(?:slow\w*|calm\w*|sooth\w*|relax\w*|gentl\w*|meditat\w*|sleepy)\b/iu, pitch: 1, speed: 0.88 },
  {
    words: /\b(?:fast|quick\w*|energetic|excited|upbeat|enthusiast\w*|hurried|hyper\w*)\b/iu,
    pitch: 1.02,
    speed: 1.14,
  },
];

/** Chooses the voice that fits a description; a clear natural one if the description names nothing. */
export function chooseDialogueVoice(
  description: string,
  voices: readonly EngineVoice[],
  languageCode: string,
): DialogueVoice {
  const found = effects.filter(({ words }) => words.test(description));
  const pitch = found.reduce((product, effect) => product * effect.pitch, 1);
  const speed = found.reduce((product, effect) => product * effect.speed, 1);
  return {
    voiceKey: keyOf(description, voices, languageCode),
    speed: Math.max(0.5, Math.min(2, speed)),
    pitch: Math.max(0.75, Math.min(1.3, pitch)),
  };
}

function keyOf(description: string, voices: readonly EngineVoice[], languageCode: string): string | null {
  const isEnglish = languageCode.startsWith('en');
  const tag = isEnglish && britishWords.test(description) ? 'en-GB' : languageCode;
  const ofLanguage =
    isEnglish && scottishWords.test(description)
      ? voices.filter(({ accent }) => /scot/iu.test(accent ?? ''))
      : voicesLike(voices, chooseVoice(voices, tag));
  const gender = genderOf(description);
  const wanted = gender ? ofLanguage.filter((voice) => voice.gender === gender) : ofLanguage;
  return (wanted[0] ?? ofLanguage[0])?.voiceKey ?? null;
}

/** Returns the voices of the same region as the best one. */
function voicesLike(voices: readonly EngineVoice[], best: EngineVoice | null): readonly EngineVoice[] {
  return best ? voices.filter((voice) => voice.languageCode === best.languageCode) : voices;
}

function genderOf(description: string): EngineVoice['gender'] | null {
  if (femaleWords.test(description)) return 'FEMALE';
  return maleWords.test(description) ? 'MALE' : null;
}

import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { type Language, languages } from '../../../../src-shared/i18n/language.ts';
import { englishTexts, loadTexts } from '../../../../src-shared/i18n/load-texts.ts';
import type { MessageElements, MessageKey } from '../../../../src-shared/i18n/messages.ts';

const keys = Object.keys(englishTexts.texts) as MessageKey[];

/** Element types of an ICU syntax tree; the package does not export its enum. */
const literal = 0;
const select = 5;
const plural = 6;

interface Shape {
  /** Names with their type, style and forms. */
  readonly placeholders: Set<string>;
  readonly pluralArms: string[][];
}

/** Returns the placeholders and plural forms of a message. */
function shapeOf(
  elements: MessageElements,
  shape: Shape = { placeholders: new Set(), pluralArms: [] },
): Shape {
  for (const element of elements) {
    const type: number = element.type;
    if (!('value' in element) || type === literal) continue;
    const { value: name } = element;
    const options: Record<string, { value: MessageElements }> = 'options' in element ? element.options : {};
    const arms = Object.keys(options);
    if (type === plural) shape.pluralArms.push(arms.filter((arm) => !arm.startsWith('=')));
    const style = 'style' in element ? JSON.stringify(element.style) : '';
    shape.placeholders.add(
      type === select ? `${name} select ${arms.sort().join()}` : `${name} ${String(type)} ${style}`,
    );
    for (const arm of Object.values(options)) shapeOf(arm.value, shape);
  }
  return shape;
}

const read = (text: string, tag: string): Shape => shapeOf(new IntlMessageFormat(text, tag).getAst());

/** Names, units, and words that other languages have adopted. */
const sharedWords: Readonly<Partial<Record<Language, string>>> = {
  en: 'Avatar Dailies Webhooks Final Cut Pro OpenTimelineIO Premiere Resolve Proxy xmeml fps min',
  de: `Video Audio Block Budget Chat Chats Clip Details Download Downloads Export Logo Marker Name Neutral Offline offline Pause Plan Player Position
    Problem Prompt Remix Standard Status Storyboard System Takes Team Text Timecode Timeline Upload Uploads Version Voiceover`,
  es: 'Actor No Audio Chat Chats Clip General Inspector Local Manual Plan Prompt Remix Remixes Storyboard Vertical Zoom tokens',
  fr: `Actions Active Assistant Audio Budget Chat Chats Clip Description Export Exports Image Licences Local Logo Message Messages Narration Note Notes
    Notifications Options Pause Plan Pop Portrait Position Prompt Remix Script Service Services Standard
    Storyboard Style Timecode Timeline Transition Transitions Version Vertical Volume Zoom mail script scripts`,
  'pt-BR': `Chat Chats Download Downloads mail Fade Local Manual Offline Player Pop Prompt Remix Remixes Slide Slides Status Storyboard Timecode
    Upload Uploads Vertical Volume Wipe Zoom fades tokens`,
};

/** Returns the texts of a message without its placeholders. */
function literalsOf(elements: MessageElements): string {
  const texts = elements.map((element): string => {
    const type: number = element.type;
    if (type === literal && 'value' in element) return element.value;
    const options = 'options' in element ? Object.values(element.options) : [];
    return options.map(({ value }) => literalsOf(value)).join(' ');
  });
  return texts.join(' ');
}

/** Returns the words of a text that are not shared between languages. */
function wordsOf(text: string, language: Language): readonly string[] {
  const shared = `${sharedWords.en ?? ''} ${sharedWords[language] ?? ''}`.split(/\s+/);
  const words = literalsOf(new IntlMessageFormat(text, language).getAst()).match(/\p{L}{2,}/gu) ?? [];
  return words.filter((word) => /\p{Ll}/u.test(word) && !shared.includes(word));
}

describe.each(languages.filter((language) => language !== 'en'))('in %s', (language) => {
  test('there are the texts of English and no others, each asking for the same values', async () => {
    const { texts } = await loadTexts(language, []);
    expect(Object.keys(texts).sort()).toEqual([...keys].sort());
    const wrong = keys.filter((key) => {
      const own = read(texts[key], language);
      const english = read(englishTexts.texts[key], 'en');
      return [...own.placeholders].sort().join() !== [...english.placeholders].sort().join();
    });
    expect(wrong).toEqual([]);
  });

  test('plurals have the forms of the language', async () => {
    const { texts } = await loadTexts(language, []);
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    // Spanish, French and Portuguese use this form only for millions.
    const needed = pluralCategories.filter((form) => form !== 'many' || language === 'ar').sort();
    const optional = pluralCategories.length === needed.length ? [] : ['many'];
    const wrong = keys.filter((key) =>
      read(texts[key], language).pluralArms.some(
        (arms) =>
          arms
            .filter((arm) => !optional.includes(arm))
            .sort()
            .join() !== needed.join(),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('nothing is left in English', async () => {
    const { texts } = await loadTexts(language, []);
    const same = keys.filter((key) => texts[key] === englishTexts.texts[key]);
    expect(same.filter((key) => wordsOf(texts[key], language).length > 0)).toEqual([]);
  });
});

import { englishTexts } from '../../src-shared/i18n/load-texts.ts';
import { Messages } from '../../src-shared/i18n/messages.ts';

export const englishMessages = new Messages(englishTexts);

/** What services ask for to speak, here in English for good. */
export const englishWords = { text: englishMessages.text, useLanguage: () => Promise.resolve() };

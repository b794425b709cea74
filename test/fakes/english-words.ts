import { englishTexts } from '../../src-shared/i18n/load-texts.ts';
import { Messages } from '../../src-shared/i18n/messages.ts';

export const englishMessages = new Messages(englishTexts);

/** Texts for services that speak to the user, always in English here. */
export const englishWords = { text: englishMessages.text };

import type { MessageElements } from '../../src-shared/i18n/messages.ts';

/** Type of the literal elements in an ICU syntax tree; the package does not export its enum. */
const literal = 0;

const accented = new Map(
  Array.from('aeiouyAEIOUYcnCN', (letter, index) => [letter, 'åéîöûýÅÉÎÖÛÝçñÇÑ'.charAt(index)]),
);

/** Accents the vowels and adds 40 % in length, to reveal layouts too tight for other languages. */
function stretchText(text: string): string {
  if (!/\p{L}/u.test(text)) return text;
  const letters = [...text].map((letter) => accented.get(letter) ?? letter).join('');
  const padding = '·'.repeat(Math.ceil(text.trim().length * 0.4));
  return `${letters.trimEnd()}${padding}${text.endsWith(' ') ? ' ' : ''}`;
}

/** Reverses the direction of the words, so that English reads as a right-to-left language. */
function mirrorText(text: string): string {
  return /\p{L}/u.test(text) ? text.replace(/\S(?:.*\S)?/s, (words) => `\u202e${words}\u202c`) : text;
}

function mapLiterals(elements: MessageElements, map: (text: string) => string): MessageElements {
  return elements.map((element): MessageElements[number] => {
    const type: number = element.type;
    if (type === literal && 'value' in element) return { ...element, value: map(element.value) };
    if ('children' in element) return { ...element, children: mapLiterals(element.children, map) };
    if (!('options' in element)) return element;
    const options = Object.entries(element.options).map(
      ([name, option]) => [name, { ...option, value: mapLiterals(option.value, map) }] as const,
    );
    return { ...element, options: Object.fromEntries(options) };
  });
}

/** Makes a pseudo-translation for longer languages: English text accented and 40 % longer, values unchanged. */
export function stretchMessage(elements: MessageElements): MessageElements {
  return mapLiterals(elements, stretchText);
}

/** Makes a pseudo-translation for languages written from right to left; values unchanged. */
export function mirrorMessage(elements: MessageElements): MessageElements {
  return mapLiterals(elements, mirrorText);
}

const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;
const maxShownLength = 120;

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * Makes a hostile name safe to display: it cannot hide, reorder or break the text around it. Long names are shortened
 * in the middle, so that the start of the path and the extension stay readable.
 */
export function printableName(name: string): string {
  const escaped = name.slice(0, 2_000).replace(unprintable, escapeCharacter);
  const characters = [...escaped];
  if (characters.length <= maxShownLength) return escaped;
  const half = maxShownLength / 2;
  return `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`;
}

/**
 * Writes a typed number in ASCII: full-width characters, as Japanese and Chinese input methods type them, and the digits
 * and decimal separator of Arabic and Persian keyboards.
 */
export function plainDigits(typed: string): string {
  return typed
    .replaceAll(/[\uFF01-\uFF5E]/g, (wide) => String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfee0))
    .replaceAll(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
    .replaceAll('\u066B', '.');
}

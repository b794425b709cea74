const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const longest = 200;

/** A file's name as it may be shown and sent: its last part, without characters that hide or turn text around. */
export function safeDisplayName(name: string): string {
  const lastPart = name.split(/[/\\]/).at(-1) ?? '';
  const clean = lastPart.normalize('NFC').replaceAll(unprintable, '').trim();
  return clean === '' ? 'file' : [...clean].slice(-longest).join('');
}

/**
 * Encodes text in an encoding of one or two bytes a character, by the decoder.
 * @throws if the encoding lacks a character.
 */
export function encodeText(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytesOf = new Map<string, readonly number[]>();
  const add = (...bytes: readonly number[]): void => {
    const decoded = decoder.decode(Uint8Array.from(bytes));
    if (!bytesOf.has(decoded)) bytesOf.set(decoded, bytes);
  };
  for (let first = 0; first < 256; first += 1) add(first);
  for (let first = 0x81; first < 0xff; first += 1)
    for (let next = 0x40; next < 0xff; next += 1) add(first, next);
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const bytes = bytesOf.get(character);
      if (!bytes) throw new Error(`${encoding} has no ${character}.`);
      return bytes;
    }),
  );
}

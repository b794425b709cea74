import type { z } from 'zod';

/** The part of the browser's storage the page's own memory uses. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A value kept over reloads; the fallback when it is missing or malformed. */
export function readStored<Schema extends z.ZodType>(
  storage: KeyValueStorage,
  key: string,
  schema: Schema,
  fallback: z.infer<Schema>,
): z.infer<Schema> {
  const raw = storage.getItem(key);
  if (raw === null) return fallback;
  try {
    return schema.parse(JSON.parse(raw));
  } catch {
    storage.setItem(`${key}.unreadable`, raw);
    return fallback;
  }
}

/** Keeps a value over reloads. A full or forbidden storage loses it at the next reload and nothing else. */
export function writeStored(storage: KeyValueStorage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

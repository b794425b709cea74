import type { z } from 'zod';

/** Part of the browser's storage that the page uses. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Reads a value kept across reloads; returns the fallback if it is missing or malformed. */
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

/** Stores a value across reloads. If the storage is full or forbidden, the value is lost at the next reload. */
export function writeStored(storage: KeyValueStorage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}

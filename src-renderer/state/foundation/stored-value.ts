import type { z } from 'zod';

/** Part of the browser's storage that the page uses. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Returns a storage that never refuses a value: those that the browser's has no room for stay in memory. */
export function withMemory(storage: KeyValueStorage): KeyValueStorage {
  const refused = new Map<string, string>();
  return {
    getItem: (key) => refused.get(key) ?? storage.getItem(key),
    setItem: (key, value) => {
      try {
        storage.setItem(key, value);
        refused.delete(key);
      } catch {
        refused.set(key, value);
      }
    },
    removeItem: (key) => {
      refused.delete(key);
      storage.removeItem(key);
    },
  };
}

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

/** Stores a value across reloads. */
export function writeStored(storage: KeyValueStorage, key: string, value: unknown): void {
  storage.setItem(key, JSON.stringify(value));
}

import type { Messages } from '../i18n/messages.ts';
import { type CollectedFiles, mostFiles, mostLevels } from './collect-files.ts';

/** What was left out of a drop and why, in one sentence; null when it was taken whole. */
export function describeLeftOut(collected: CollectedFiles, messages: Messages): string | null {
  const { text, languageTag } = messages;
  const { files, hiddenCount, deepCount, unreadableCount, isCut } = collected;
  const parts = [
    hiddenCount > 0 ? text('intake.skipped.hidden', { count: hiddenCount }) : null,
    deepCount > 0 ? text('intake.skipped.deep', { count: deepCount, limit: mostLevels }) : null,
    unreadableCount > 0 ? text('intake.skipped.unreadable', { count: unreadableCount }) : null,
    isCut ? text('intake.skipped.many', { limit: mostFiles }) : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return files.length === 0 ? text('intake.nothing') : null;
  const list = new Intl.ListFormat(languageTag, { type: 'conjunction' }).format(parts);
  return text('intake.skipped', { parts: list });
}

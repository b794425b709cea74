import type { ProjectContent } from '../project-content.ts';

/** Noticeable on its own, but quiet enough under speech. */
const defaultVolume = 0.2;

/**
 * Sets, changes or removes the music. An undefined file or an undefined or null volume leaves the setting unchanged
 * (contract supplement §4.3.1).
 *
 * @param change its `fileId` null removes the music; its `volume` is 0 to 1
 */
export function setMusic(
  content: ProjectContent,
  change: { readonly fileId?: string | null | undefined; readonly volume?: number | null | undefined },
): ProjectContent {
  const fileId = change.fileId === undefined ? (content.music?.fileId ?? null) : change.fileId;
  if (fileId === null) return { ...content, music: null };
  return { ...content, music: { fileId, volume: change.volume ?? content.music?.volume ?? defaultVolume } };
}

import type { ProjectContent } from '../project-content.ts';

/** With the step down under speech, about 20 dB below it. */
const volumeUnderSpeech = 0.3;

/**
 * Sets, changes or removes the music. An undefined file or an undefined or null volume leaves the setting unchanged
 * (contract supplement §4.3.1). Without a setting, music is quiet under speech, and as loud as all sound without any.
 *
 * @param change its `fileId` null removes the music; its `volume` is 0 to 1
 */
export function setMusic(
  content: ProjectContent,
  change: { readonly fileId?: string | null | undefined; readonly volume?: number | null | undefined },
): ProjectContent {
  const fileId = change.fileId === undefined ? (content.music?.fileId ?? null) : change.fileId;
  if (fileId === null) return { ...content, music: null };
  const isSpoken = content.scenes.some(({ speechFileId }) => speechFileId !== null);
  const usualVolume = isSpoken ? volumeUnderSpeech : 1;
  return { ...content, music: { fileId, volume: change.volume ?? content.music?.volume ?? usualVolume } };
}

import type { ProjectContent, ProjectLogo } from '../project-content.ts';

const defaultLogo = { position: 'TOP_RIGHT', sizePercent: 12 } as const;

/**
 * Sets, changes or removes the logo. Undefined or null values leave a setting unchanged (contract supplement §4.3.1).
 *
 * @param change its `fileId` null removes the logo; its `sizePercent` is the width in percent of the frame's
 */
export function setLogo(
  content: ProjectContent,
  change: {
    readonly fileId?: string | null | undefined;
    readonly position?: ProjectLogo['position'] | null | undefined;
    readonly sizePercent?: number | null | undefined;
  },
): ProjectContent {
  const fileId = change.fileId === undefined ? (content.logo?.fileId ?? null) : change.fileId;
  if (fileId === null) return { ...content, logo: null };
  const before = content.logo ?? defaultLogo;
  return {
    ...content,
    logo: {
      fileId,
      position: change.position ?? before.position,
      sizePercent: change.sizePercent ?? before.sizePercent,
    },
  };
}

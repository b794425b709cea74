import type { CaptionStyle, ProjectLogo } from '@dailies/media/project';
import type { Caller } from '../../auth/credentials.ts';
import { usableFile } from '../../jobs/usable-file.ts';
import type { FileRepository } from '../../store/records/file-repository.ts';

const logoPlace = { position: 'TOP_RIGHT', sizePercent: 12 } as const;

interface LookBody {
  readonly captionStyle?: CaptionStyle | null | undefined;
  readonly logoFileId?: string | null | undefined;
}

/**
 * Resolves captions and logo of a start (contract supplement §2.4, §4.2.2). A missing style means the default; null
 * hides the captions.
 * @throws ApiError for a logo that is not an image of the caller's team.
 */
export function projectLookOf(
  files: FileRepository,
  caller: Caller,
  body: LookBody,
): { readonly captionStyle: CaptionStyle | null; readonly logo: ProjectLogo | null } {
  const { logoFileId } = body;
  const captionStyle = body.captionStyle === undefined ? {} : body.captionStyle;
  if (logoFileId === undefined || logoFileId === null) return { captionStyle, logo: null };
  const { fileId } = usableFile(files, caller, logoFileId, { field: 'logoFileId', types: ['IMAGE'] });
  return { captionStyle, logo: { fileId, ...logoPlace } };
}

import type { FileType } from '../../src-shared/api/files.ts';
import { invalidParameter } from '../api-error.ts';
import type { Caller } from '../auth/credentials.ts';
import { readableFile } from '../auth/owner.ts';
import type { FileRepository } from '../store/records/file-repository.ts';
import type { StoredFile } from '../store/records/stored-file.ts';

const nouns: Readonly<Record<FileType, string>> = {
  IMAGE: 'an image',
  VIDEO: 'a video',
  AUDIO: 'a recording',
  PDF: 'a PDF',
  SLIDESHOW: 'a PowerPoint file',
  TEXT: 'a text',
  LOTTIE: 'a Lottie animation',
};

/**
 * Returns the file a request names, if it is ready to use.
 * @param field name of the field, such as `imageFileIds[0]`.
 * @throws ApiError 404 for an unknown file, 403 for another team's, 400 if it is archived, its bytes are missing or its
 * type is not accepted.
 */
export function usableFile(
  files: FileRepository,
  caller: Caller,
  fileId: string,
  { field, types }: { readonly field: string; readonly types: readonly FileType[] },
): StoredFile {
  const file = readableFile(files.find(fileId), caller, `file for ${field}`);
  if (file.isArchived) throw invalidParameter(field, 'names an archived file');
  const { status } = file.sources.download;
  if (status === 'pending') throw invalidParameter(field, 'names a file whose upload is not complete');
  const isOfType = file.type !== null && types.includes(file.type);
  if (isOfType && status === 'ready') return file;
  throw invalidParameter(field, `must name ${types.map((type) => nouns[type]).join(' or ')}`);
}

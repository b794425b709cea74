import path from 'node:path';
import { emptySource, type StoredSource } from '../../store/records/stored-file.ts';
import type { Stage } from '../job-kind.ts';
import {
  bytesPathOf,
  changeFile,
  type FileJobContext,
  type FileJobDeps,
  type FileJobState,
  findFile,
} from './file-job.ts';
import { orFailed, sizeOfPicture, takeInRendition } from './take-in-rendition.ts';

const thumbnailSide = 480;
const previewSide = 1280;

async function makePicture(
  deps: FileJobDeps,
  { state, workFolder, signal }: FileJobContext,
  rendition: { readonly fileName: string; readonly maxSide: number },
): Promise<StoredSource> {
  const { fileId } = state;
  const { fileName, maxSide } = rendition;
  const madePath = path.join(workFolder, fileName);
  return orFailed(async () => {
    await deps.engine.makeThumbnail(bytesPathOf(deps, fileId), madePath, maxSide, { signal });
    const size = await sizeOfPicture(deps.engine, madePath);
    return takeInRendition(deps, { fileId, fileName, mimeType: 'image/jpeg', madePath, size });
  });
}

/** Creates the stage for thumbnails of images and movies and for smaller previews of images. */
export function picturesStage(deps: FileJobDeps): Stage<FileJobState> {
  return {
    name: 'pictures',
    weight: 2,
    isIntact: () => true,
    run: async (context) => {
      const { state } = context;
      const { type, sources } = findFile(deps, state.fileId);
      const make = (fileName: string, maxSide: number) => makePicture(deps, context, { fileName, maxSide });
      const isVisible = type === 'IMAGE' || type === 'VIDEO';
      const thumbnail = isVisible ? await make('thumbnail.jpg', thumbnailSide) : emptySource('skipped');
      const isPreviewWanted = type === 'IMAGE' && sources.preview.status === 'pending';
      const preview = isPreviewWanted ? { preview: await make('preview.jpg', previewSide) } : {};
      return { state, record: () => changeFile(deps, state.fileId, { sources: { thumbnail, ...preview } }) };
    },
  };
}

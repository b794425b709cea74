import type { ProjectContent, ScenePicture } from '@dailies/media/project';
import type { FileRepository } from '../../store/file-repository.ts';

/** Whether a picture is, or was made from, a drawing in SVG. */
function isVectorDrawing(files: FileRepository, picture: ScenePicture): boolean {
  const file = files.find(picture.sourceFileId ?? picture.fileId);
  return file?.sources.download.mimeType === 'image/svg+xml';
}

/** Indices of the scenes that show a still, uploads included, drawings in SVG left out (specification §4.3). */
export function eligibleStills(files: FileRepository, content: ProjectContent): number[] {
  return content.scenes.flatMap(({ picture }, index) =>
    picture.kind === 'still' && !isVectorDrawing(files, picture) ? [index] : [],
  );
}

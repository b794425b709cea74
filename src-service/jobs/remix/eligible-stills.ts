import type { ProjectContent, ScenePicture } from '@dailies/media/project';
import type { FileRepository } from '../../store/records/file-repository.ts';

/** Whether a picture is an SVG drawing or was made from one. */
function isVectorDrawing(files: FileRepository, picture: ScenePicture): boolean {
  const file = files.find(picture.sourceFileId ?? picture.fileId);
  return file?.sources.download.mimeType === 'image/svg+xml';
}

/** Returns the indices of scenes that show a still, including uploads but not SVG drawings (specification §4.3). */
export function eligibleStills(files: FileRepository, content: ProjectContent): number[] {
  return content.scenes.flatMap(({ picture }, index) =>
    picture.kind === 'still' && !isVectorDrawing(files, picture) ? [index] : [],
  );
}

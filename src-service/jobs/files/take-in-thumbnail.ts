import path from 'node:path';
import type { MediaEngine } from '@dailies/media';
import type { Clock } from '../../clock.ts';
import { mediaLinkExpiry } from '../../link-lifetimes.ts';
import { sizeOfFile } from '../../store/disk/durable-files.ts';
import type { ReadySource } from '../../store/records/made-file.ts';
import type { StageContext } from '../job-kind.ts';

const thumbnailSide = 480;

/**
 * Makes the thumbnail of a picture or movie that a stage has just taken in, and stores it beside it for `madeFile`.
 * @param made.path in the work folder
 * @throws MediaError if the file cannot be read
 */
export async function takeInThumbnail(
  deps: { readonly engine: MediaEngine; readonly clock: Clock },
  context: Pick<StageContext<unknown>, 'workFolder' | 'signal' | 'takeIn'>,
  made: { readonly fileId: string; readonly path: string },
): Promise<ReadySource> {
  const thumbnailPath = path.join(context.workFolder, `${path.basename(made.path)}.thumbnail.jpg`);
  await deps.engine.makeThumbnail(made.path, thumbnailPath, thumbnailSide, { signal: context.signal });
  await context.takeIn('thumbnail.jpg', thumbnailPath, made.fileId);
  const facts = await deps.engine.probe(thumbnailPath);
  return {
    fileName: 'thumbnail.jpg',
    mimeType: 'image/jpeg',
    sizeBytes: (await sizeOfFile(thumbnailPath)) ?? 0,
    ...(facts?.size && { width: facts.size.width, height: facts.size.height }),
    expiresAt: mediaLinkExpiry(deps.clock),
  };
}

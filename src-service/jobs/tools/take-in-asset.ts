import path from 'node:path';
import type { MediaEngine } from '@dailies/media';
import type { Clock } from '../../clock.ts';
import { mediaLinkExpiry } from '../../link-lifetimes.ts';
import { sizeOfFile } from '../../store/disk/durable-files.ts';
import type { ReadySource } from '../../store/records/made-file.ts';
import type { StageContext } from '../job-kind.ts';
import type { MadeAsset } from './tool-definition.ts';

const thumbnailSide = 480;
const previewSide = 1280;

export interface TakeInDeps {
  readonly engine: MediaEngine;
  readonly clock: Clock;
}

type Context = Pick<StageContext<unknown>, 'takeIn' | 'signal'>;

/** Renditions of a result in the file store. */
export interface TakenIn {
  readonly fileId: string;
  readonly download: ReadySource;
  readonly thumbnail: ReadySource | undefined;
  readonly preview: ReadySource | undefined;
}

/** Takes a result into the file store, with its thumbnail and preview. */
export async function takeInAsset(deps: TakeInDeps, asset: MadeAsset, context: Context): Promise<TakenIn> {
  const expiresAt = mediaLinkExpiry(deps.clock);
  const fileName = `result${path.extname(asset.path)}`;
  const fileId = await context.takeIn(fileName, asset.path);
  const sizeBytes = (await sizeOfFile(asset.path)) ?? 0;
  const rendition = (name: string, maxSide: number) =>
    makeRendition(deps, asset, context, { fileId, name, maxSide, expiresAt });
  const hasPicture = asset.type === 'IMAGE' || asset.type === 'VIDEO';
  return {
    fileId,
    download: { fileName, mimeType: asset.mimeType, sizeBytes, ...asset.size, expiresAt },
    thumbnail: asset.thumbnail
      ? await takeInThumbnail(asset.thumbnail, fileId, context, expiresAt)
      : hasPicture
        ? await rendition('thumbnail', thumbnailSide)
        : undefined,
    preview: asset.type === 'IMAGE' && !asset.thumbnail ? await rendition('preview', previewSide) : undefined,
  };
}

async function takeInThumbnail(
  thumbnail: NonNullable<MadeAsset['thumbnail']>,
  fileId: string,
  context: Context,
  expiresAt: number,
): Promise<ReadySource> {
  const { path: madePath, mimeType, width, height } = thumbnail;
  const fileName = `thumbnail${path.extname(madePath)}`;
  await context.takeIn(fileName, madePath, fileId);
  return { fileName, mimeType, width, height, sizeBytes: (await sizeOfFile(madePath)) ?? 0, expiresAt };
}

async function makeRendition(
  deps: TakeInDeps,
  asset: MadeAsset,
  context: Context,
  wish: { fileId: string; name: string; maxSide: number; expiresAt: number },
): Promise<ReadySource> {
  const fileName = `${wish.name}.jpg`;
  const madePath = path.join(path.dirname(asset.path), fileName);
  await deps.engine.makeThumbnail(asset.path, madePath, wish.maxSide, { signal: context.signal });
  await context.takeIn(fileName, madePath, wish.fileId);
  const facts = await deps.engine.probe(madePath);
  const sizeBytes = (await sizeOfFile(madePath)) ?? 0;
  return { fileName, mimeType: 'image/jpeg', sizeBytes, ...facts?.size, expiresAt: wish.expiresAt };
}

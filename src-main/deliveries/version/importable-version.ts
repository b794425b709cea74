import { basename, dirname, join, relative, sep } from 'node:path';
import { clipsOfTracks } from '../../../src-timeline/model/placement.ts';
import type { Timeline } from '../../../src-timeline/model/timeline.ts';
import type { ResolveDelivery } from '../../editors/resolve-scripts.ts';
import { replaceFile } from '../../foundation/files/write-durably.ts';
import { type Manifest, returnsFolder } from './manifest.ts';
import { titleOfVersion } from './project-name.ts';
import { readVersionCut } from './version-cut.ts';

/** Describes a version for DaVinci Resolve's scripts; null without a document or media for it. */
export async function versionForResolve(
  versionFolder: string,
  manifest: Manifest,
): Promise<ResolveDelivery | null> {
  const paths = manifest.documents.map(({ path }) => path);
  const suffixes = ['.resolve.fcpxml', '.resolve.xml'];
  const documents = suffixes.flatMap((suffix) => paths.filter((path) => path.endsWith(suffix)));
  const isHere = documents.length > 0 && manifest.mediaDelivery === 'BUNDLE';
  const cut = isHere ? await readVersionCut(versionFolder, manifest) : null;
  if (!cut) return null;
  const { frameRate, isDropFrame, width, height } = cut;
  const [firstMedia] = manifest.media;
  return {
    documents: documents.map((path) => join(versionFolder, path)),
    folder: versionFolder,
    mediaFolder: firstMedia ? dirname(join(versionFolder, firstMedia.path)) : versionFolder,
    returnsFolder: join(versionFolder, returnsFolder),
    timelineName: titleOfVersion(manifest.projectTitle, basename(versionFolder)),
    projectName: manifest.projectTitle,
    frameRate: String(Number((frameRate.numerator / frameRate.denominator).toFixed(3))),
    isDropFrame,
    width,
    height,
    clips: usesByName(cut),
  };
}

/** Writes the file in the delivery folder that the panel for Premiere Pro reads; false without a document for it. */
export async function writePremiereMailbox(
  rootFolder: string,
  versionFolder: string,
  { documents, projectTitle }: Manifest,
): Promise<boolean> {
  const document = documents.find(
    ({ path, editors }) => path.endsWith('.xml') && editors.includes('PREMIERE'),
  );
  if (!document) return false;
  const within = (path: string): string =>
    relative(rootFolder, join(versionFolder, path)).replaceAll(sep, '/');
  const mailbox = join(rootFolder, '.dailies-premiere.json');
  const name = titleOfVersion(projectTitle, basename(versionFolder));
  const sent = { name, document: within(document.path), returns: within(returnsFolder) };
  await replaceFile(mailbox, `${JSON.stringify(sent, null, 2)}\n`);
  return true;
}

/** Counts how often a cut shows each file. */
function usesByName({ media, tracks }: Timeline): Record<string, number> {
  const names = new Map(
    media.map(({ mediaId, fileName, location }) => [mediaId, basename(location) || fileName]),
  );
  const uses: Record<string, number> = {};
  for (const { mediaId } of clipsOfTracks(tracks)) {
    const name = names.get(mediaId) ?? mediaId;
    uses[name] = (uses[name] ?? 0) + 1;
  }
  return uses;
}

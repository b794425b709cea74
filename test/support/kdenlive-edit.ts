import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readKdenlive, writeKdenlive } from '../../src-timeline/formats/kdenlive/kdenlive.ts';
import { primaryTrackIndex, type Timeline } from '../../src-timeline/model/timeline.ts';

/** Reads a version's document for Kdenlive with the captions beside it. */
export function readDelivered(folder: string): { readonly fileName: string; readonly cut: Timeline } {
  const names = readdirSync(folder);
  const fileName = names.find((name) => name.endsWith('.kdenlive')) ?? '';
  const sideFiles = names.filter((name) => name.endsWith('.ass'));
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const cut = readKdenlive(read(fileName), new Map(sideFiles.map((name) => [name, read(name)])));
  return { fileName, cut };
}

/** Edits a document as Kdenlive does when a user deletes the last picture with its sound and saves. */
export function deleteLastPicture(folder: string): void {
  const { fileName, cut } = readDelivered(folder);
  const pictures = cut.tracks[primaryTrackIndex(cut.tracks)];
  const last = pictures?.items.findLast((item) => item.kind === 'clip');
  const tracks = cut.tracks.map((track) => ({
    ...track,
    items: track.items.filter(
      (item) => item !== last && (item.kind === 'gap' || !last?.linkId || item.linkId !== last.linkId),
    ),
  }));
  writeFileSync(join(folder, fileName), writeKdenlive({ ...cut, tracks }, { fileName }).text);
}

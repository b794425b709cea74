import { basename } from 'node:path';
import type { ReturnUpdate } from '../../../src-shared/contract/return.ts';
import type { VersionInFolder } from '../../deliveries/version/manifest.ts';
import type { ReturnRecord } from '../../state/return-repository.ts';
import { stayingOf } from '../read/staying-items.ts';
import { picturesOf, type PicturesOfUpdate } from './conflict-pictures.ts';
import { describeMerge, timeOf } from './describe-merge.ts';
import { type EditToUpdate, type NotUpdated, type UpdatedEdit, updateEdit } from './update-edit.ts';

/** An update as the user sees it before it is made. */
export interface UpdatePreview {
  readonly update: ReturnUpdate;
  /** Files of the conflicts' pictures by their ids. */
  readonly pictures: ReadonlyMap<string, string>;
}

/** Makes an update without writing any file, and describes it. @throws as `updateEdit`. */
export async function previewUpdate(
  edit: EditToUpdate,
  hashFile: (path: string) => Promise<string>,
): Promise<UpdatePreview> {
  const update = await updateEdit(edit, hashFile);
  if ('blocker' in update) return { update: describeBlocked(update), pictures: new Map() };
  const pictures = picturesOf(edit.record.returnId, update);
  return { update: describeUpdate(update, edit.record, pictures), pictures: pictures.paths };
}

function describeBlocked({ blocker, newCut, cut }: NotUpdated): ReturnUpdate {
  return {
    blocker,
    newCut: newCut && namesOf(newCut),
    time: timeOf(cut),
    carried: [],
    left: [],
    staying: stayingOf(cut),
    conflicts: [],
    lastChoices: {},
  };
}

/** Describes an update in sentences. */
function describeUpdate(
  update: UpdatedEdit,
  { lastUpdate }: Pick<ReturnRecord, 'lastUpdate'>,
  pictures: PicturesOfUpdate,
): ReturnUpdate {
  const { deliveryId } = update.newCut.manifest;
  return {
    blocker: null,
    newCut: namesOf(update.newCut),
    ...describeMerge(update, pictures.of),
    lastChoices: lastUpdate?.deliveryId === deliveryId ? lastUpdate.choices : {},
  };
}

function namesOf({ folder, manifest }: VersionInFolder): ReturnUpdate['newCut'] {
  return { deliveryId: manifest.deliveryId, versionName: basename(folder) };
}

import { AppError } from '../../src-shared/app-error.ts';
import type { Dragged } from '../../src-shared/contract/app/drag.ts';
import { isThere } from '../foundation/files/is-there.ts';
import type { AppServices } from './compose-services.ts';

/** Starts the system's drag and drop with a file of the app. @throws AppError `not_found`, `not_supported_here`. */
export async function dragOut(dragged: Dragged, services: AppServices): Promise<void> {
  const { startDrag } = services;
  if (startDrag === null)
    throw new AppError('not_supported_here', 'Files are dragged out of the desktop app only.');
  const path = pathOf(dragged, services);
  if (path === null || !(await isThere(path)))
    throw new AppError('not_found', 'What was dragged is not there.', { details: { path: path ?? '' } });
  startDrag(path);
}

function pathOf(dragged: Dragged, { versionsOf, savesOf, returns }: AppServices): string | null {
  switch (dragged.kind) {
    case 'version':
      return versionsOf(dragged.deliveryId).folderOf(dragged.deliveryId);
    case 'document':
      return versionsOf(dragged.deliveryId).documentOf(dragged.deliveryId);
    case 'saved':
      return savesOf(dragged.transferId).pathOf(dragged.transferId);
    case 'return':
      return returns.get(dragged.returnId).path;
  }
}

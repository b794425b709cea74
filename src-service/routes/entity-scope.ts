import type { FileScope } from '../../src-shared/api/files.ts';
import type { EntityRepository } from '../store/entity-repository.ts';
import type { FileRepository } from '../store/file-repository.ts';
import { catalogueTeamId, type Shelf, type StoredFile } from '../store/stored-file.ts';

/** What a file is when no entity refers to it. One that was temporary is kept: it was wanted for longer. */
const scopeOfShelf: Readonly<Record<Shelf, FileScope>> = {
  standalone: 'GLOBAL',
  project: 'PROJECT',
  export: 'EXPORT',
};

/** A file an entity refers to has the scope ENTITY (contract supplement §4.7). */
export function changeReferencedScope(files: FileRepository, file: StoredFile): void {
  if (file.scope !== 'ENTITY') files.changeScope(file.fileId, 'ENTITY');
}

/** Gives a file its own scope back once the last entity has let go of it. */
export function settleUnreferencedScope(
  deps: { readonly files: FileRepository; readonly entities: EntityRepository },
  fileId: string,
): void {
  const file = deps.files.find(fileId);
  if (file?.scope !== 'ENTITY' || file.teamId === catalogueTeamId) return;
  if (!deps.entities.isReferenced(fileId)) {
    deps.files.changeScope(fileId, scopeOfShelf[file.shelf]);
  }
}

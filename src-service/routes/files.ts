import type { Caller } from '../auth/credentials.ts';
import { ownerOf, ownRecord, readableFile } from '../auth/owner.ts';
import { type Clock, unixSeconds } from '../clock.ts';
import type { Cursors } from '../http/cursors.ts';
import type { Call, Handlers } from '../http/handlers.ts';
import { pageOfRecords } from '../http/paging.ts';
import type { SignedUrls } from '../http/signed-urls.ts';
import { uploadLinkSeconds } from '../link-lifetimes.ts';
import { newId } from '../new-id.ts';
import type { FileRepository } from '../store/records/file-repository.ts';
import { emptySources, newFileFacts, type Shelf, type StoredFile } from '../store/records/stored-file.ts';
import type { FileInfoView } from '../views/file-info.ts';

export interface FileHandlerDeps {
  readonly files: FileRepository;
  readonly view: FileInfoView;
  readonly urls: SignedUrls;
  readonly cursors: Cursors;
  readonly clock: Clock;
  readonly onUploadCreated: () => void;
}

function createUpload(deps: FileHandlerDeps, { caller, body }: Call<'createFileUpload'>) {
  const fileId = newId('file');
  const uploadExpiresAt = unixSeconds(deps.clock) + uploadLinkSeconds;
  deps.files.insert({
    ...newFileFacts,
    fileId,
    teamId: caller.teamId,
    userId: caller.userId,
    projectId: null,
    shelf: 'standalone',
    scope: body.isTemporary ? 'TEMPORARY' : 'GLOBAL',
    type: body.type ?? null,
    displayName: body.displayName,
    isHidden: body.hideFromUi,
    durationSeconds: null,
    transcript: body.transcript ?? null,
    uploadState: 'awaiting',
    uploadExpiresAt,
    analysisState: 'UNATTEMPTED',
    sources: emptySources('pending'),
  });
  deps.onUploadCreated();
  return { fileId, uploadUrl: deps.urls.urlOf(`/uploads/${fileId}`, uploadExpiresAt) };
}

function searchFiles(deps: FileHandlerDeps, { caller, body }: Call<'searchFiles'>) {
  const owner = ownerOf(caller, body.selfOnly);
  const found = deps.files.search(owner, body.query, body.numResults);
  return { results: found.map(({ similarity, file }) => ({ similarity, file: deps.view.show(file) })) };
}

/** Does nothing if the preview already has this state. */
function setPublicPreview(deps: FileHandlerDeps, file: StoredFile, isEnabled: boolean): void {
  if (file.isPublicPreviewEnabled === isEnabled) return;
  deps.files.setPublicPreview(file.fileId, isEnabled, isEnabled ? newId('play') : null);
}

/** Handlers of files: upload, read, list, search, archive, preview (specification §4.7, contract supplement §4.6). */
export function fileHandlers(deps: FileHandlerDeps): Handlers {
  const find = (caller: Caller, fileId: string): StoredFile =>
    ownRecord(deps.files.find(fileId), caller, 'file');
  const change =
    (make: (file: StoredFile) => void) =>
    ({ caller, parameters }: Call<'archiveFile' | 'enablePublicPreview' | 'disablePublicPreview'>) => {
      make(find(caller, parameters.fileId));
      return deps.view.showFresh(find(caller, parameters.fileId));
    };
  const read = (caller: Caller, fileId: string): StoredFile =>
    readableFile(deps.files.find(fileId), caller, 'file');
  return {
    createFileUpload: (call) => createUpload(deps, call),
    getFile: ({ caller, parameters }) => deps.view.showFresh(read(caller, parameters.fileId)),
    hydrateFile: ({ caller, parameters }) => deps.view.showRenewed(read(caller, parameters.fileId)),
    listFiles: ({ caller, query }) => {
      const shelves: Shelf[] = ['standalone'];
      if (query.includeProjectFiles) shelves.push('project');
      if (query.includeExportFiles) shelves.push('export');
      const { items, ...page } = pageOfRecords(deps.cursors, 'files', query, (window) =>
        deps.files.list(ownerOf(caller, query.selfOnly), shelves, window),
      );
      return { files: items.map((file) => deps.view.show(file)), ...page };
    },
    searchFiles: (call) => searchFiles(deps, call),
    archiveFile: change((file) => deps.files.archive(file.fileId)),
    enablePublicPreview: change((file) => setPublicPreview(deps, file, true)),
    disablePublicPreview: change((file) => setPublicPreview(deps, file, false)),
  };
}

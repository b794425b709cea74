import type { FileEvents } from '../jobs/files/file-events.ts';
import type { FileRepository } from '../store/file-repository.ts';
import type { FileInfoView } from '../views/file-info.ts';
import type { WebhookOutbox } from './webhook-outbox.ts';

/** Events of uploaded files with the file's record as it is then (specification §6, contract supplement §5). */
export function createFileEvents(deps: {
  readonly files: FileRepository;
  readonly view: FileInfoView;
  readonly outbox: WebhookOutbox;
}): FileEvents {
  return (event, fileId, error) => {
    const file = deps.files.find(fileId);
    if (!file || (file.scope === 'TEMPORARY' && event.startsWith('file.analysis'))) return;
    const payload = () => {
      const shown = deps.view.resultOf(fileId, { isFresh: true, isInline: true });
      return { fileId, file: shown.file, error: error ?? null };
    };
    deps.outbox.add(event, file.teamId, payload);
  };
}

import type { FileInfo } from '../../../src-shared/api/files.ts';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import { callOperation } from '../../../src-shared/contract/call-operation.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';

/** True while the service still prepares the file, analyses it, or makes its public link. */
export function isPending(file: FileInfo): boolean {
  const { thumbnailSource, previewSource, downloadSource, hlsSource, staticPublicPreviewSource } = file;
  const isLinkAwaited =
    file.isPublicPreviewEnabled === true &&
    !staticPublicPreviewSource?.url &&
    staticPublicPreviewSource?.status !== 'failed';
  return (
    isLinkAwaited ||
    file.fileAnalysisMetadata?.analysisLoadingState === 'LOADING' ||
    [thumbnailSource, previewSource, downloadSource, hlsSource].some((source) => source?.status === 'pending')
  );
}

/** The selected file of the library, with all that the service tells about it. */
export class OpenedFile {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();

  fileId = $state.raw<string | null>(null);
  /** Null until it is read. */
  file = $state.raw<FileInfo | null>(null);
  error = $state.raw<ErrorBody | null>(null);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Selects another file, of which nothing is known until `refresh`; null selects none. */
  open(fileId: string | null): void {
    if (fileId === this.fileId) return;
    this.#order.outdate();
    this.fileId = fileId;
    this.file = null;
    this.error = null;
  }

  /** Reads the file. Never rejects: a failure is stored in `error`. */
  async refresh(): Promise<void> {
    const { fileId } = this;
    if (fileId === null) return;
    const isNews = this.#order.begin();
    try {
      const file = await callOperation(this.#client, 'hydrateFile', { path: { fileId } });
      if (!isNews()) return;
      this.file = file;
      this.error = null;
    } catch (error) {
      if (isNews()) this.error = errorBodyOf(error);
    }
  }

  /** Lets anyone with the link watch the file, or ends that. @throws AppError as main made it. */
  async setPublicPreview(fileId: string, isOn: boolean): Promise<void> {
    const operation = isOn ? 'enablePublicPreview' : 'disablePublicPreview';
    const isNews = this.#order.begin();
    const file = await callOperation(this.#client, operation, { path: { fileId } });
    if (isNews() && fileId === this.fileId) this.file = file;
  }
}

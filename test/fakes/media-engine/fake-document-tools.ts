import { readFile, writeFile } from 'node:fs/promises';
import { describeDocument, isAnimation } from '../../../src-media/documents/description/describe-document.ts';
import type {
  Deck,
  DescribeDocumentRequest,
  DocumentDescription,
  DocumentTools,
  DrawThemedPageRequest,
  RenderPageRequest,
} from '../../../src-media/documents/document-tools.ts';
import { MediaError } from '../../../src-media/media-error.ts';
import type { TaskOptions } from '../../../src-media/task-options.ts';

type Run = (name: 'documents', request: unknown, options: TaskOptions) => Promise<void>;

/**
 * Returns one page for each line of a deck's text after the first. A bar separates the text from the speaker's notes.
 */
export class FakeDocumentTools implements DocumentTools {
  readonly #run: Run;

  /** @param run records the call, and waits or fails as the test wishes */
  constructor(run: Run) {
    this.#run = run;
  }

  async openDeck(path: string, options: TaskOptions): Promise<Deck> {
    await this.#run('documents', path, options);
    const [head = '', ...lines] = (await readFile(path, 'latin1')).split('\n').filter((line) => line !== '');
    if (!/^(?:%PDF-|PK)/u.test(head)) throw new MediaError('unreadable_media', 'The file is no deck.');
    const pages = (lines.length > 0 ? lines : ['Page']).map((line) => {
      const [title = '', notes = ''] = line.split('|');
      return { title, text: title, notes };
    });
    return { pages };
  }

  async renderPage(request: RenderPageRequest, options: TaskOptions): Promise<void> {
    await this.#run('documents', request, options);
    await writeFile(request.outputPath, Buffer.from(`\x89PNG\r\n\x1a\npage ${request.pageIndex}`, 'latin1'));
  }

  describe(request: DescribeDocumentRequest): Promise<DocumentDescription> {
    return describeDocument(request);
  }

  isAnimation(path: string): Promise<boolean> {
    return isAnimation(path);
  }

  drawThemedPage(request: DrawThemedPageRequest, options: TaskOptions): Promise<void> {
    return this.renderPage(request, options);
  }
}

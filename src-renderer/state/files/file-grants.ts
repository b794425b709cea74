import type { PageBridge } from '../../bridge.ts';

export interface FileGrantsDeps {
  readonly bridge: Pick<PageBridge, 'grantFile'>;
  /** True if main can find files beside a dropped one; a browser passes only its content. */
  readonly findsTranscripts: boolean;
}

/** Main's grants to read the files of the page. */
export class FileGrants {
  readonly #bridge: FileGrantsDeps['bridge'];
  /** Grants of files that main already has. */
  readonly #opened = new WeakMap<File, string>();
  readonly findsTranscripts: boolean;

  constructor(deps: FileGrantsDeps) {
    this.#bridge = deps.bridge;
    this.findsTranscripts = deps.findsTranscripts;
  }

  /**
   * Returns the id of the grant to read a file. Passes the file to main unless main has it already.
   * @throws AppError as main made it.
   */
  async grant(file: File): Promise<string> {
    return this.#opened.get(file) ?? (await this.#bridge.grantFile(file));
  }

  /** Makes an empty `File` that represents an opened file like a dropped one; the page uses only its name. */
  fileOf({ displayName, fileGrant }: { displayName: string; fileGrant: string }): File {
    const file = new File([], displayName);
    this.#opened.set(file, fileGrant);
    return file;
  }
}

import type { premierepro } from '@adobe/premierepro';

/** A file or folder, as UXP's storage has it: what the panel uses of it. */
interface Entry {
  readonly nativePath: string;
}
interface FileEntry extends Entry {
  read(): Promise<string>;
}
export interface FolderEntry extends Entry {
  /** Rejects where nothing is there. */
  getEntry(path: string): Promise<Entry>;
}

/** The version that was sent last, as the app writes it into the delivery folder; paths lie inside that folder. */
interface Sent {
  readonly name: string;
  readonly document: string;
  readonly returns: string;
}

export const mailboxName = '.dailies-premiere.json';

export type PanelWords = Readonly<Record<string, string>>;

/** What the two buttons do. Every text it gives is for the user. */
export class Panel {
  readonly #host: Pick<premierepro, 'Project'> & Partial<Pick<premierepro, 'ProjectConverter'>>;
  readonly #words: PanelWords;
  readonly #now: () => Date;

  constructor(deps: {
    /** `ProjectConverter` is there from Premiere Pro 26.2 on. */
    readonly host: Pick<premierepro, 'Project'> & Partial<Pick<premierepro, 'ProjectConverter'>>;
    readonly words: PanelWords;
    readonly now: () => Date;
  }) {
    this.#host = deps.host;
    this.#words = deps.words;
    this.#now = deps.now;
  }

  say(key: string, name = ''): string {
    return (this.#words[`panel.${key}`] ?? key).replace('{name}', () => name);
  }

  /** Null where nothing was sent into the folder. */
  async sent(folder: FolderEntry): Promise<Sent | null> {
    try {
      const file = (await folder.getEntry(mailboxName)) as FileEntry;
      const { name, document, returns } = JSON.parse(await file.read()) as Record<string, unknown>;
      if (typeof name !== 'string' || typeof document !== 'string' || typeof returns !== 'string')
        return null;
      return { name, document, returns };
    } catch {
      return null;
    }
  }

  /** Imports the version. What the call answers tells nothing: a sequence more does. */
  async import(folder: FolderEntry): Promise<string> {
    const sent = await this.sent(folder);
    if (!sent) return this.say('nothingSent');
    const project = await this.#project();
    if (!project) return this.say('openProject');
    const before = (await project.getSequences()).length;
    const path = await folder.getEntry(sent.document).then(
      ({ nativePath }) => nativePath,
      () => null,
    );
    if (path !== null) await project.importFiles([path], true).catch(() => false);
    const isThere = path !== null && (await project.getSequences()).length > before;
    return isThere ? this.say('imported', sent.name) : this.say('notImported', path ?? sent.document);
  }

  /** Writes the open sequence into the folder for returns of the version, under a name of its own. */
  async return(folder: FolderEntry): Promise<string> {
    const sent = await this.sent(folder);
    if (!sent) return this.say('nothingSent');
    const project = await this.#project();
    const sequence = await project?.getActiveSequence();
    if (!sequence) return this.say('openSequence');
    const returns = await folder.getEntry(sent.returns).catch(() => null);
    if (!returns) return this.say('notReturned', sent.returns);
    const separator = returns.nativePath.includes('\\') ? '\\' : '/';
    const stamp = this.#now().toISOString().replaceAll(/\D/g, '').slice(0, 17);
    const stem = `${returns.nativePath}${separator}premiere-${stamp}`;
    const converter = this.#host.ProjectConverter;
    if (!converter) return this.say('exportYourself', returns.nativePath);
    if (await converter.exportAsFinalCutProXML(sequence, `${stem}.xml`, true).catch(() => false))
      return this.say('returned', `${stem}.xml`);
    if (await converter.exportAsOpenTimelineIO(sequence, `${stem}.otio`, true).catch(() => false))
      return this.say('returned', `${stem}.otio`);
    return this.say('notReturned', `${stem}.xml`);
  }

  /** Rejects or gives nothing where none is open. */
  async #project() {
    return (await this.#host.Project.getActiveProject().catch(() => null)) ?? null;
  }
}

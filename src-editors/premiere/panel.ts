import type { premierepro, Sequence } from '@adobe/premierepro';

/** A file or folder of UXP's storage, reduced to the members the panel uses. */
interface Entry {
  readonly nativePath: string;
}
interface FileEntry extends Entry {
  read(): Promise<string>;
}
export interface FolderEntry extends Entry {
  /** Rejects when nothing exists at the path. */
  getEntry(path: string): Promise<Entry>;
}

/** The version sent last, as the app writes it into the delivery folder. Paths are relative to that folder. */
interface Sent {
  readonly name: string;
  readonly document: string;
  readonly returns: string;
}

/** Storage for text that outlives a session of Premiere Pro. */
type Notes = Pick<Storage, 'getItem' | 'setItem'>;

const importedKey = 'imported';

export const mailboxName = '.dailies-premiere.json';

export type PanelWords = Readonly<Record<string, string>>;

/** Implements the two buttons. Every text it returns is for the user. */
export class Panel {
  readonly #host: Pick<premierepro, 'Project'> & Partial<Pick<premierepro, 'ProjectConverter'>>;
  readonly #words: PanelWords;
  readonly #now: () => Date;
  readonly #notes: Notes;

  constructor(deps: {
    /** `ProjectConverter` exists from Premiere Pro 26.2 on. */
    readonly host: Pick<premierepro, 'Project'> & Partial<Pick<premierepro, 'ProjectConverter'>>;
    readonly words: PanelWords;
    readonly now: () => Date;
    readonly notes: Notes;
  }) {
    this.#host = deps.host;
    this.#words = deps.words;
    this.#now = deps.now;
    this.#notes = deps.notes;
  }

  say(key: string, name = ''): string {
    return (this.#words[`panel.${key}`] ?? key).replace('{name}', () => name);
  }

  /** Returns the version sent last; null if nothing was sent into the folder. */
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

  /** Imports the version. Counts new sequences, because the result of the call is not reliable. */
  async import(folder: FolderEntry): Promise<string> {
    const sent = await this.sent(folder);
    if (!sent) return this.say('nothingSent');
    const project = await this.#project();
    if (!project) return this.say('openProject');
    const before = (await project.getSequences()).map(idOf);
    const path = await folder.getEntry(sent.document).then(
      ({ nativePath }) => nativePath,
      () => null,
    );
    if (path !== null) await project.importFiles([path], true).catch(() => false);
    const after = path === null ? [] : (await project.getSequences()).map(idOf);
    const added = after.filter((id) => !before.includes(id));
    if (added.length === 0) return this.say('notImported', path ?? sent.document);
    this.#note(added, sent.returns);
    return this.say('imported', sent.name);
  }

  /** Exports the open sequence into the folder for returns of its version, under a new name. */
  async return(folder: FolderEntry): Promise<string> {
    const project = await this.#project();
    const sequence = await project?.getActiveSequence();
    if (!sequence) return this.say('openSequence');
    const places = await this.#placesOf(sequence, folder);
    const [first] = places;
    if (first === undefined) return this.say('notOurs', sequence.name);
    const returns = await this.#returnsOf(sequence, folder, places);
    if (!returns) return this.say('notReturned', first);
    const separator = returns.nativePath.includes('\\') ? '\\' : '/';
    const stamp = this.#now().toISOString().replaceAll(/\D/g, '').slice(0, 17);
    const stem = `${returns.nativePath}${separator}premiere-${stamp}`;
    const converter = this.#host.ProjectConverter;
    if (!converter) return this.say('exportYourself', returns.nativePath);
    if (await succeeds(() => converter.exportAsFinalCutProXML(sequence, `${stem}.xml`, true)))
      return this.say('returned', `${stem}.xml`);
    if (await succeeds(() => converter.exportAsOpenTimelineIO(sequence, `${stem}.otio`, true)))
      return this.say('returned', `${stem}.otio`);
    return this.say('notReturned', `${stem}.xml`);
  }

  /**
   * Returns the folders for returns, best first: the one noted at the import, which is wrong if that version was moved
   * since; then the one of the version sent last if the name matches.
   */
  async #placesOf(sequence: Sequence, folder: FolderEntry): Promise<string[]> {
    const noted = this.#imported()[idOf(sequence)];
    const sent = await this.sent(folder);
    const ofSent = sent && sequence.name.startsWith(sent.name) ? [sent.returns] : [];
    return noted === undefined ? ofSent : [noted, ...ofSent];
  }

  /** Returns the first folder that exists, and notes it for the sequence; null if none exists. */
  async #returnsOf(
    sequence: Sequence,
    folder: FolderEntry,
    places: readonly string[],
  ): Promise<Entry | null> {
    for (const place of places) {
      const returns = await folder.getEntry(place).catch(() => null);
      if (!returns) continue;
      this.#note([idOf(sequence)], place);
      return returns;
    }
    return null;
  }

  #note(ids: readonly string[], returns: string): void {
    const noted = Object.fromEntries(ids.map((id) => [id, returns]));
    this.#notes.setItem(importedKey, JSON.stringify({ ...this.#imported(), ...noted }));
  }

  /** Returns the folders for returns by sequence ID. */
  #imported(): Record<string, string> {
    return JSON.parse(this.#notes.getItem(importedKey) ?? '{}') as Record<string, string>;
  }

  /** Returns the open project; null if none is open. */
  async #project() {
    return (await this.#host.Project.getActiveProject().catch(() => null)) ?? null;
  }
}

/** Returns the result of an export, which is a promise or a plain boolean; false for an error. */
async function succeeds(run: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await run();
  } catch {
    return false;
  }
}

function idOf({ guid }: Sequence): string {
  return guid.toString();
}

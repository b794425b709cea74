import { SvelteMap } from 'svelte/reactivity';
import { AppError, type ErrorBody } from '../../../src-shared/app-error.ts';
import { materialKindOf } from '../../../src-shared/contract/library.ts';
import type { MaterialKind } from '../../../src-shared/contract/material.ts';
import type { ToolName } from '../../../src-shared/contract/operation.ts';
import type { Messages } from '../../../src-shared/i18n/messages.ts';
import { presentError } from '../../../src-shared/i18n/present-error.ts';
import type { RemixValues } from '../../components/remix/remix-draft.ts';
import type { ListSources, RemixSources } from '../../components/remix/remix-sources.ts';
import type { RemixControl } from '../../components/remix/remix-table.ts';
import { controlsOfTool } from '../../components/tools/tool-form-table.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import { mediaKindOf } from '../../format/dropped-files.ts';
import { getTools } from '../app-tools.ts';
import { getLibrary, type Library } from '../files/library.svelte.ts';
import { getSentFiles, type SentFiles } from '../files/sent-files.svelte.ts';
import type { ShelfFile } from '../files/shelf-file.ts';
import { type CatalogueParts, remixSourcesOf } from '../jobs/remix-sources.ts';
import { entityItems, voiceItems } from '../service/catalogue-items.ts';
import { getCatalogue } from '../service/catalogue.svelte.ts';
import { type Connections, getConnections } from '../service/connections.svelte.ts';

/** What the forms of tools read from. */
export interface ToolParts extends CatalogueParts {
  readonly connections: Pick<Connections, 'current'>;
  readonly library: Library;
  readonly sentFiles: SentFiles;
  /** Runs an action; shows an error as a notice. */
  readonly attempt: (action: () => Promise<unknown>) => Promise<void>;
}

/** Returns the parts of the page. Call while a component is created. */
export function getToolParts(): ToolParts {
  const { attempt, mediaUrl } = getTools();
  return {
    attempt,
    mediaUrl,
    catalogue: getCatalogue(),
    connections: getConnections(),
    library: getLibrary(),
    sentFiles: getSentFiles(),
  };
}

/** A form while its fields are read, whether or not it is still shown when a file arrives. */
export interface ToolForm {
  /** Identifies it among all forms. */
  readonly key: string;
  readonly tool: ToolName;
  readonly values: () => RemixValues;
  readonly addFile: (name: string, fileId: string) => void;
}

/** Names of the files that are being sent, by form and field. */
const sends = new SvelteMap<string, readonly string[]>();

/** The last file that could not be sent, by form and field, until another is. */
const refusals = new SvelteMap<string, { readonly name: string; readonly error: ErrorBody }>();

const noFiles = {
  sendFile: () => Promise.resolve(null),
  chooseFile: () => Promise.resolve(null),
  fileName: (fileId: string) => fileId,
  sendingName: null,
};

/** Returns the options for the fields of a tool's form, as the present service offers them. */
export function toolSources(parts: ToolParts, form: ToolForm, messages: Messages): RemixSources {
  const { text } = messages;
  const { catalogue, connections, mediaUrl, sentFiles } = parts;
  const lists: ListSources = {
    entities: (types) => types.flatMap((type) => entityItems(catalogue, type, mediaUrl)),
    nameOf: (fileId) => sentFiles.nameOf(fileId),
    pictureOf: (fileId) => mediaUrl(`files/${connections.current.connectionId}/${fileId}/thumbnail`),
    send: (name, files) => void sendFiles(parts, form, name, files),
    choose: (name) => void chooseFiles(parts, form, name),
    takeDragged: (name) => void takeDragged(parts, form, name),
    problemOf: (name) => {
      const refusal = refusals.get(`${form.key} ${name}`);
      if (!refusal) return null;
      return text('error.short', { title: refusal.name, fix: presentError(refusal.error, messages).short });
    },
    sendingNames: (name) => sends.get(`${form.key} ${name}`) ?? [],
  };
  const language = form.values()['speechLanguageCode'];
  const voices: RemixSources['voices'] = (chosenId) => {
    const all = catalogue.voicesFor(typeof language === 'string' ? language : null, chosenId);
    const speakers = all.filter((voice) => voice.supportsDirectToolExecution || voice.voiceId === chosenId);
    return voiceItems(catalogue, speakers, text, mediaUrl);
  };
  return { ...remixSourcesOf(parts, noFiles, text), voices, lists };
}

/** Sends files to the fields that take them, the first with room first. Shows refusals as notices. */
export async function dropOnForm(parts: ToolParts, form: ToolForm, files: readonly File[]): Promise<void> {
  await Promise.all(
    files.map((file) => {
      const name = fieldFor(form, mediaKindOf(file));
      return name === undefined ? refuse(parts, file.name) : sendFiles(parts, form, name, [file]);
    }),
  );
}

/** Gives files of the library to the fields that take them, the first with room first. Shows refusals as notices. */
export async function giveToForm(
  parts: ToolParts,
  form: ToolForm,
  files: readonly ShelfFile[],
): Promise<void> {
  for (const file of files) {
    const name = fieldFor(form, materialKindOf(file.type));
    if (name === undefined) await refuse(parts, file.displayName);
    else addLibraryFile(parts, form, name, file);
  }
}

/** Returns the first field with room that takes a kind of files. */
function fieldFor(form: ToolForm, kind: MaterialKind | null): string | undefined {
  const names = Object.keys(controlsOfTool(form.tool));
  const takes = names.filter((name) => filesControl(form, name)?.kinds.includes(kind ?? 'slides'));
  return takes.find((each) => roomIn(form, each) > 0);
}

function addLibraryFile(
  { sentFiles }: ToolParts,
  form: ToolForm,
  name: string,
  { fileId, displayName }: ShelfFile,
): void {
  sentFiles.know({ fileId, displayName });
  form.addFile(name, fileId);
}

/** Uploads files one after the other, so that they keep their order, and adds each to its field. */
async function sendFiles(
  parts: ToolParts,
  form: ToolForm,
  name: string,
  files: readonly File[],
): Promise<void> {
  const { connections, sentFiles } = parts;
  const { connectionId } = connections.current;
  const key = `${form.key} ${name}`;
  const room = roomIn(form, name);
  const { kinds = [], most } = filesControl(form, name) ?? {};
  const isOne = most === 'one';
  const sent = isOne ? files.slice(0, 1) : files.slice(0, room);
  const mark = (names: readonly string[]): void => {
    if (names.length === 0) sends.delete(key);
    else sends.set(key, names);
  };
  mark([...(sends.get(key) ?? []), ...sent.map((file) => file.name)]);
  refusals.delete(key);
  for (const file of sent) {
    try {
      const { fileId } = await sentFiles.sendOf(kinds, connectionId, file);
      form.addFile(name, fileId);
    } catch (error) {
      refusals.set(key, { name: file.name, error: errorBodyOf(error) });
    }
    const left = [...(sends.get(key) ?? [])];
    left.splice(left.indexOf(file.name), 1);
    mark(left);
  }
}

async function chooseFiles(parts: ToolParts, form: ToolForm, name: string): Promise<void> {
  const control = filesControl(form, name);
  if (!control) return;
  const most = control.most === 'one' ? 1 : roomIn(form, name);
  const chosen = await parts.library.choose({ kinds: control.kinds, most });
  for (const file of chosen) addLibraryFile(parts, form, name, file);
}

/** Gives the dragged files of the library to the field that they were dropped onto. */
async function takeDragged(parts: ToolParts, form: ToolForm, name: string): Promise<void> {
  for (const file of parts.library.dragged) {
    const kind = materialKindOf(file.type);
    const isTaken = kind !== null && filesControl(form, name)?.kinds.includes(kind) && roomIn(form, name) > 0;
    if (isTaken) addLibraryFile(parts, form, name, file);
    else await refuse(parts, file.displayName);
  }
}

async function refuse({ attempt }: ToolParts, displayName: string): Promise<void> {
  const details = { displayName };
  const error = new AppError('file_type_unsupported', `${displayName} has no place in the form.`, {
    details,
  });
  await attempt(() => Promise.reject(error));
}

function filesControl({ tool }: ToolForm, name: string): Extract<RemixControl, { control: 'files' }> | null {
  const control = controlsOfTool(tool)[name];
  return control?.control === 'files' ? control : null;
}

/** Returns how many files a field still takes. */
function roomIn(form: ToolForm, name: string): number {
  const most = filesControl(form, name)?.most ?? 0;
  const present = [form.values()[name]].flat().filter((each) => each !== undefined);
  return (most === 'one' ? 1 : most) - present.length - (sends.get(`${form.key} ${name}`)?.length ?? 0);
}

import type { DeliveryFormat, MediaDelivery } from '../../../../src-shared/contract/delivery.ts';
import {
  type EditorName,
  editorTitles,
  type FoundEditor,
  opensDocuments,
} from '../../../../src-shared/contract/editor.ts';
import type { DeliveryRequest } from '../../../state/deliveries/deliveries.svelte.ts';

/** A request to send, made with the button or its menu. */
export interface SendWish {
  /** Editor to open once the version exists; null only saves it. */
  readonly opener: FoundEditor | null;
  /** A single format; null sends to the chosen editors. */
  readonly format: DeliveryFormat | null;
  readonly mediaDelivery: MediaDelivery;
  /** False makes a new version even if the last one could be extended. */
  readonly mayAdd: boolean;
}

/** Sends to the chosen editors, with media. */
export const plainWish: SendWish = { opener: null, format: null, mediaDelivery: 'BUNDLE', mayAdd: true };

/**
 * Returns the request for a wish: a single format, or documents for the editor to open and the chosen ones. Without any
 * it is FCPXML.
 */
export function requestOf(
  of: Pick<DeliveryRequest, 'connectionId' | 'projectId' | 'cut'>,
  { opener, format, mediaDelivery, mayAdd }: SendWish,
  chosen: readonly EditorName[],
): DeliveryRequest {
  const wanted = opener ? [opener.editor, ...chosen] : chosen;
  const editors = format === null ? [...new Set(wanted)] : [];
  return {
    ...of,
    format: format ?? (editors.length === 0 ? 'FCPXML' : null),
    editors,
    mediaDelivery,
    mayAdd,
  };
}

/** Product names of the installation methods that are shown. */
const sourceTitles = { flatpak: 'Flatpak', snap: 'Snap', appimage: 'AppImage' } as const;

/**
 * Returns an editor's name with its version: `Kdenlive 26.08.2`. If the list contains several with the same version,
 * adds the installation method, such as `(Flatpak)`, except for programs of the system.
 */
export function titleOfEditor(found: FoundEditor, all: readonly FoundEditor[]): string {
  const { editor, version, source } = found;
  const title = version === null ? editorTitles[editor] : `${editorTitles[editor]} ${version}`;
  const isTwice = all.filter((each) => each.editor === editor && each.version === version).length > 1;
  return isTwice && source !== 'system' ? `${title} (${sourceTitles[source]})` : title;
}

/** Of the chosen editors that are installed, returns the first that opens documents itself, else the first. */
export function openerOf(chosen: readonly EditorName[], found: readonly FoundEditor[]): FoundEditor | null {
  const here = chosen.flatMap((name) => found.find(({ editor }) => editor === name) ?? []);
  return here.find(({ editor }) => opensDocuments(editor)) ?? here[0] ?? null;
}

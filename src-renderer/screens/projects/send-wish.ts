import type { DeliveryFormat, MediaDelivery } from '../../../src-shared/contract/delivery.ts';
import {
  type EditorName,
  editorTitles,
  type FoundEditor,
  opensDocuments,
} from '../../../src-shared/contract/editor.ts';

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

/** Returns an editor's name with its version: `Kdenlive 26.08.2`. */
export function titleOfEditor({ editor, version }: FoundEditor): string {
  return version === null ? editorTitles[editor] : `${editorTitles[editor]} ${version}`;
}

/** Of the chosen editors that are installed, returns the first that opens documents itself, else the first. */
export function openerOf(chosen: readonly EditorName[], found: readonly FoundEditor[]): FoundEditor | null {
  const here = chosen.flatMap((name) => found.find(({ editor }) => editor === name) ?? []);
  return here.find(({ editor }) => opensDocuments(editor)) ?? here[0] ?? null;
}

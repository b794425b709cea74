import type { DeliveryFormat, MediaDelivery } from '../../../src-shared/contract/delivery.ts';
import {
  type EditorName,
  editorTitles,
  type FoundEditor,
  opensDocuments,
} from '../../../src-shared/contract/editor.ts';

/** What one press of the button, or one choice of its menu, asks for. */
export interface SendWish {
  /** Opened when the version is there; null saves it alone. */
  readonly opener: FoundEditor | null;
  /** One format alone; null sends to the chosen editors. */
  readonly format: DeliveryFormat | null;
  readonly mediaDelivery: MediaDelivery;
  /** False makes another version whatever is there. */
  readonly mayAdd: boolean;
}

/** To the chosen editors, media included. */
export const plainWish: SendWish = { opener: null, format: null, mediaDelivery: 'BUNDLE', mayAdd: true };

/** `Kdenlive 26.08.2`. */
export function titleOfEditor({ editor, version }: FoundEditor): string {
  return version === null ? editorTitles[editor] : `${editorTitles[editor]} ${version}`;
}

/** The first of the chosen that opens its document by itself and is here, else the first that is here. */
export function openerOf(chosen: readonly EditorName[], found: readonly FoundEditor[]): FoundEditor | null {
  const here = chosen.flatMap((name) => found.find(({ editor }) => editor === name) ?? []);
  return here.find(({ editor }) => opensDocuments(editor)) ?? here[0] ?? null;
}

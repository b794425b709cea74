import type { SceneMessage } from '../content/scene-content.ts';

/** Returns a message's headline and the small words below it. */
export function wordsOf(message: SceneMessage): { main: string | null; label: string | null } {
  switch (message.kind) {
    case 'figure':
      return { main: message.figure.text, label: message.figure.tail };
    case 'quote':
      return { main: message.text, label: message.speaker };
    case 'list':
      return { main: message.items.map((item) => item.text).join(' · '), label: null };
    case 'comparison':
      return { main: message.sides.map((side) => side.text).join(' / '), label: null };
    case 'title':
    case 'heading':
    case 'question':
    case 'statement':
      return { main: message.text, label: null };
  }
}

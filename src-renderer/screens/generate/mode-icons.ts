import AudioLines from '@lucide/svelte/icons/audio-lines';
import Clapperboard from '@lucide/svelte/icons/clapperboard';
import FileText from '@lucide/svelte/icons/file-text';
import ListTree from '@lucide/svelte/icons/list-tree';
import Presentation from '@lucide/svelte/icons/presentation';
import SquareStack from '@lucide/svelte/icons/square-stack';
import type { WorkflowName } from '../../../src-shared/contract/start-generation.ts';

/** Icons of the modes. */
export const modeIcons = {
  script: FileText,
  voiceover: AudioLines,
  slideshow: Presentation,
  storyboard: SquareStack,
  clip: Clapperboard,
  outline: ListTree,
} as const satisfies Record<WorkflowName, unknown>;

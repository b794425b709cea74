import type { z } from 'zod';
import type { captionStyleSchema } from '../../src-shared/api/common.ts';

/** Overrides of the default caption look; `{}` is the default itself. */
export type CaptionStyle = z.output<typeof captionStyleSchema>;

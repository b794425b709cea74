import { z } from 'zod';
import { remixActionsSchema } from '../../src-shared/api/remix.ts';
import type { Narration } from '../../src-shared/contract/tool-take.ts';

type RemixAction = z.infer<typeof remixActionsSchema>[number];
type Voice = Omit<Narration, 'respellings'>;

/** Fields of requests that name a voice or a style. */
const requestSchema = z.object({
  voiceId: z.string().nullish(),
  voiceSpeed: z.number().nullish(),
  language: z.string().nullish(),
  visualStyle: z.object({ aiStyle: z.string().optional() }).nullish(),
  remixActions: remixActionsSchema.optional(),
});

/**
 * Returns how a project is spoken and drawn.
 * @param requests bodies of its generation and of its remixes that succeeded, oldest first.
 */
export function narrationOf(requests: readonly unknown[]): Voice {
  let voice: Voice = { voiceId: null, voiceSpeed: null, languageCode: null, style: null };
  for (const request of requests) {
    const fields = requestSchema.safeParse(request).data ?? {};
    voice = {
      voiceId: fields.voiceId ?? voice.voiceId,
      voiceSpeed: fields.voiceSpeed ?? voice.voiceSpeed,
      languageCode: fields.language ?? voice.languageCode,
      style: fields.visualStyle?.aiStyle ?? voice.style,
    };
    for (const action of fields.remixActions ?? []) voice = remixedVoice(voice, action);
  }
  return voice;
}

function remixedVoice(voice: Voice, action: RemixAction): Voice {
  if (action.type === 'CHANGE_NARRATOR')
    return { ...voice, voiceId: action.voiceId, voiceSpeed: action.voiceSpeed ?? voice.voiceSpeed };
  if (action.type === 'REGENERATE_IMAGES') return { ...voice, style: action.stylePrompt };
  if (action.type !== 'TRANSLATE_PROJECT') return voice;
  const voiceId = action.changeVoice === true ? null : voice.voiceId;
  return { ...voice, languageCode: action.languageCode, voiceId };
}

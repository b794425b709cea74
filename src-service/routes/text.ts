import { generateText } from '@dailies/media/script';
import { invalidParameter } from '../api-error.ts';
import type { Handlers } from '../http/handlers.ts';

/** Handlers of text generation (specification §4.6). A header marks the text as extracted, not invented. */
export function textHandlers(): Handlers {
  return {
    generateText: ({ body, setHeader }) => {
      if (body.prompt.trim() === '') throw invalidParameter('prompt', 'must not be blank');
      setHeader('x-generator', 'extractive');
      const { prompt, maxOutputTokens, temperature = 0 } = body;
      return { text: generateText({ prompt, system: body.system ?? '', temperature, maxOutputTokens }) };
    },
  };
}

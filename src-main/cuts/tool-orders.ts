import type { RequestBody } from '../../src-shared/api/operations.ts';
import { requireBody, type ToolName } from '../../src-shared/contract/operation.ts';
import type { Respelling, ToolTake } from '../../src-shared/contract/tool-take.ts';
import { rationalTime } from '../../src-timeline/model/rational-time.ts';
import type { TakeRecord } from '../state/take-repository.ts';

/** Tools whose pictures have the aspect ratio that is asked for. */
const takesRatio = new Set<ToolName>(['generateImage', 'generateVideoClip', 'generateMotionGraphic']);

type RequestOf<Name extends ToolTake['tool']> = Extract<ToolTake, { tool: Name }>;

/** A frame's width and height in pixels. */
interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/** How a take is asked of a tool. */
interface ToolRequest extends Pick<TakeRecord, 'kind' | 'prompt' | 'spokenText'> {
  readonly operation: ToolName;
  readonly body: unknown;
  /** Name of the take until it is made. */
  readonly name: string;
}

/** The tools that make takes. A further tool is a further entry. */
const tools: {
  readonly [Name in ToolTake['tool']]: (request: RequestOf<Name>, size: FrameSize) => ToolRequest;
} = {
  picture: ({ operation, body: asked, title }, size) => {
    const body = takesRatio.has(operation) ? { aspectRatio: ratioOf(size), ...asked } : asked;
    requireBody(operation, body);
    const { prompt } = asked;
    return {
      operation,
      kind: 'picture',
      name: title,
      prompt: typeof prompt === 'string' ? prompt : null,
      spokenText: null,
      body,
    };
  },
  speech: ({ text, voiceId, voiceSpeed, languageCode, respellings }) => {
    const body: RequestBody<'textToSpeech'> = {
      ttsText: text,
      voiceId,
      voiceSpeed,
      speechLanguageCode: languageCode,
      pronunciationReplacements: respellings.map(({ word, respelling }) => {
        return { original: word, replacement: respelling };
      }),
    };
    const spokenText = respell(text, respellings);
    return { operation: 'textToSpeech', kind: 'voice', name: text, prompt: null, spokenText, body };
  },
};

/** Returns the request of a tool for a take. @param size of the cut's frame. @throws AppError `invalid_input`. */
export function toolRequestOf(request: ToolTake, size: FrameSize): ToolRequest {
  const requestOf = tools[request.tool] as (request: ToolTake, size: FrameSize) => ToolRequest;
  return requestOf(request, size);
}

/** Returns a text with the words that are respelled for the voice, in any case. */
function respell(text: string, respellings: readonly Respelling[]): string {
  const respelled = new Map(respellings.map(({ word, respelling }) => [word.toLowerCase(), respelling]));
  if (respelled.size === 0) return text;
  // The longest first: the first that matches counts.
  const words = [...respelled.keys()].sort((a, b) => b.length - a.length).map(literally);
  const whole = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  return text.replace(whole, (word) => respelled.get(word.toLowerCase()) ?? word);
}

/** Returns the source of an expression that finds a text as it is. */
function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/gu, String.raw`\$&`);
}

/** Returns the ratio of a frame in its smallest whole numbers. */
function ratioOf({ width, height }: FrameSize): FrameSize {
  const ratio = rationalTime(BigInt(width), BigInt(height));
  return { width: Number(ratio.numerator), height: Number(ratio.denominator) };
}

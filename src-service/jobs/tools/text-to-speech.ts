import path from 'node:path';
import type { PlannedScene } from '@dailies/media';
import { framesPerSecond } from '@dailies/media/project';
import { isSpeakable, type MappedText } from '@dailies/media/script';
import { z } from 'zod';
import { invalidParameter } from '../../api-error.ts';
import { allowedPrompt } from './content-policy.ts';
import { displayNameOf } from './display-name.ts';
import { ListedWords, type PronunciationReplacement } from './listed-words.ts';
import { pronouncer } from './pronunciation.ts';
import { defineTool, type ToolCheckDeps, type ToolRunDeps, type ToolTask } from './tool-definition.ts';
import { writtenTranscript } from './written-transcript.ts';

/** Enough for a text of maximum length, sentence by sentence. */
const maxPieces = 20_000;
const describedLetters = 300;
const joiningShare = 0.05;
/** Replacements may double the length of a text of maximum length. */
const maxSpokenLetters = 200_000;
/** Speed of further results of an execution, relative to the first. */
const paces = [1, 0.88, 1.12, 0.94, 1.06] as const;
const slowest = 0.5;
const fastest = 2;

const requestSchema = z.object({
  text: z.string(),
  voiceKey: z.string(),
  languageCode: z.string().nullable(),
  speed: z.number(),
  replacements: z.array(z.object({ original: z.string(), replacement: z.string() })),
  expandsWrittenForms: z.boolean(),
});
type SpeechRequest = z.output<typeof requestSchema>;

function chooseVoice({ catalogue }: ToolCheckDeps, voiceId: string, language: string | null | undefined) {
  const { voiceKey, languageCode } = catalogue.chooseNarration({ voiceId, language: language ?? undefined });
  const entry = catalogue.voices.find((candidate) => candidate.voiceKey === voiceKey);
  if (!entry) throw invalidParameter('voiceId', 'names no voice of the catalogue');
  if (entry.voice.supportsDirectToolExecution) return { voiceKey: entry.voiceKey, languageCode };
  throw invalidParameter('voiceId', 'names a voice that only speaks in video workflows');
}

/** A short text could cause years of speech if each of its words had a long replacement. */
function refuseEndlessSpeech(text: string, replacements: readonly PronunciationReplacement[]): void {
  const letters = new ListedWords(replacements)
    .findIn(text)
    .reduce((sum, { start, end, replacement }) => sum + replacement.length - (end - start), text.length);
  if (letters > maxSpokenLetters)
    throw invalidParameter(
      'pronunciationReplacements',
      `make more than ${maxSpokenLetters} characters of it`,
    );
}

interface Piece {
  readonly scene: PlannedScene;
  readonly spokenText: MappedText;
  readonly languageCode: string;
  readonly outputPath: string;
}

/** Speaks one piece. Word times start at the piece's beginning; `sourceOf` maps word positions to the written text. */
async function speakPiece({ engine }: ToolRunDeps, request: SpeechRequest, piece: Piece, task: ToolTask) {
  const { scene, spokenText, languageCode, outputPath } = piece;
  const { voiceKey, speed } = request;
  const spoken = await engine.speakScene(
    { scene: { ...scene, text: spokenText.text }, voiceKey, languageCode, speed, outputPath },
    { signal: task.signal },
  );
  return { ...spoken, sourceOf: (offset: number) => spokenText.sourceOf(offset) };
}

async function speak(deps: ToolRunDeps, request: SpeechRequest, task: ToolTask) {
  const { text, languageCode: wanted } = request;
  const plan = deps.engine.planScript(text, { pacing: 'SLOW', languageCode: wanted, maxScenes: maxPieces });
  const languageCode = wanted ?? plan.languageCode;
  const { replacements, expandsWrittenForms } = request;
  const pronounce = pronouncer({ replacements, expandsWrittenForms, languageCode });
  const words: ReturnType<typeof writtenTranscript> = [];
  const inputPaths: string[] = [];
  let frames = 0;
  for (const [index, scene] of plan.scenes.entries()) {
    const outputPath = path.join(task.folder, `piece-${index}.wav`);
    const spokenText = pronounce(scene.text);
    const spoken = await speakPiece(deps, request, { scene, spokenText, languageCode, outputPath }, task);
    const shift = frames / framesPerSecond;
    words.push(...writtenTranscript(scene.text, languageCode, spoken.words, spoken.sourceOf, shift));
    frames += spoken.durationFrames;
    inputPaths.push(outputPath);
    task.onProgress(((1 - joiningShare) * (index + 1)) / plan.scenes.length);
  }
  return { words, inputPaths, languageCode };
}

/** Reads a text aloud (specification §4.5, contract supplement §4.1). */
export const textToSpeech = defineTool({
  operation: 'textToSpeech',
  toolType: 'TEXT_TO_SPEECH',
  requestSchema,
  check: (deps, _caller, body) => {
    if (!isSpeakable(body.ttsText)) throw invalidParameter('ttsText', 'has nothing in it that can be spoken');
    refuseEndlessSpeech(body.ttsText, body.pronunciationReplacements ?? []);
    return {
      text: body.ttsText,
      ...chooseVoice(deps, body.voiceId, body.speechLanguageCode),
      speed: body.voiceSpeed ?? 1,
      replacements: body.pronunciationReplacements ?? [],
      expandsWrittenForms: body.autoExpandPronunciationReplacements,
    };
  },
  run: async (deps, request, resultIndex, task) => {
    const text = allowedPrompt(request.text, 0);
    const pace = paces[resultIndex % paces.length] ?? 1;
    const speed = Math.max(slowest, Math.min(fastest, request.speed * pace));
    const { words, inputPaths, languageCode } = await speak(deps, { ...request, speed }, task);
    const outputPath = path.join(task.folder, 'speech.wav');
    const { signal } = task;
    const { durationSeconds } = await deps.engine.sounds.joinRecordings(
      { inputPaths, outputPath },
      { signal },
    );
    return {
      path: outputPath,
      type: 'AUDIO',
      mimeType: 'audio/wav',
      durationSeconds,
      size: null,
      thumbnail: null,
      displayName: displayNameOf(text, 'wav', 'Speech'),
      description: `Speech: ${text.slice(0, describedLetters)}`,
      transcript: words.length === 0 ? null : { languageCode, words },
    };
  },
});

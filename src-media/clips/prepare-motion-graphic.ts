import { join } from 'node:path';
import { detectLanguage } from '../../src-shared/script/detect-language.ts';
import { framesPerSecond } from '../project-content.ts';
import type { MotionGraphicRequest } from './clip-tools.ts';
import type { MakeMotionRequest } from './make-motion-graphic.ts';
import type { MotionContent } from './motion/motion-content.ts';
import { readMotionPrompt } from './motion/read-motion-prompt.ts';
import type { ClipToolsDeps, Preparation } from './prepare-clip.ts';

const maxSeconds = 300;

/** Reads the prompt, speaks its words if requested, and determines the minimum length for its sound. */
export async function prepareMotionGraphic(
  deps: ClipToolsDeps,
  request: MotionGraphicRequest,
  { folder, task }: Preparation,
): Promise<MakeMotionRequest> {
  const { hasVoiceover, references, prompt } = request;
  const content = readMotionPrompt(
    prompt,
    references.some(({ kind }) => kind === 'image'),
  );
  const audioPaths = references.filter(({ kind }) => kind === 'audio').map(({ path }) => path);
  const text = spokenText(content);
  let speech: { path: string; pitch: number } | null = null;
  let spokenSeconds = 0;
  if (hasVoiceover && text !== '') {
    const path = join(folder, 'speech.wav');
    const scene = { text, isHeading: false, startsParagraph: false };
    const wish = { scene, voiceKey: null, languageCode: detectLanguage(text), speed: 1, outputPath: path };
    const spoken = await deps.speech.speakScene(wish, { signal: task.signal });
    spokenSeconds = spoken.durationFrames / framesPerSecond + 1;
    speech = { path, pitch: 1 };
  }
  const facts = await Promise.all(audioPaths.map((path) => deps.speech.probe(path)));
  const heard = facts.reduce((sum, fact) => sum + (fact?.durationSeconds ?? 0), 0);
  return {
    prompt,
    content,
    references,
    hasIllustration: request.hasIllustration,
    durationSeconds: request.durationSeconds,
    minSeconds: Math.min(maxSeconds, Math.max(spokenSeconds, heard)),
    sound:
      speech || audioPaths.length > 0 ? { speech, audioPaths, ambiencePath: null, musicPath: null } : null,
    width: request.width,
    height: request.height,
    isTransparent: request.isTransparent,
    seed: request.seed,
    ...(request.thumbnailPath !== undefined && { thumbnailPath: request.thumbnailPath }),
    outputPath: request.outputPath,
  };
}

/** Returns the words that the voice speaks. */
function spokenText(content: MotionContent): string {
  switch (content.kind) {
    case 'title':
    case 'lowerThird':
      return [content.text, content.label].filter((text) => text !== null).join('. ');
    case 'counter':
      return `${content.figure.before}${content.figure.value}${content.figure.after} ${content.figure.caption ?? ''}`.trim();
    case 'chart':
      return [content.title ?? '', ...content.points.map(({ label, written }) => `${label}: ${written}`)]
        .filter(Boolean)
        .join('. ');
    case 'list':
      return [content.title ?? '', ...content.items].filter(Boolean).join('. ');
    case 'quote':
      return content.text;
    case 'callout':
    case 'logo':
      return content.text ?? '';
  }
}

import type { OperationName, ParsedBody } from '../../src-shared/api/operations.ts';
import { clipQualities } from '../clip-qualities.ts';

type Costs = { readonly [Name in OperationName]?: (body: ParsedBody<Name>) => number };

const creditsPerImage = 5;
const creditsPerClipSecond = 5;
const creditsPerGraphicSecond = 2;
/** Seconds charged for a clip whose length the service chooses. */
const automaticClipSeconds = 6;
const automaticGraphicSeconds = 10;
const charactersPerCredit = 100;
/** Also applies to workflows that the assistant starts. */
export const creditsPerWorkflow = 50;
const creditsPerChange = 10;
const creditsPerMessage = 2;

const perResult = (credits: number) => (body: { numResults: number }) => credits * body.numResults;
const perWorkflow = () => creditsPerWorkflow;
const perMessage = () => creditsPerMessage;

/** Returns the cost of changes to a project, both as remix actions and through the assistant. */
export function creditCostOfChanges(count: number): number {
  return count * creditsPerChange;
}

/**
 * Credits charged by each starting operation. The specification names no prices (§7: 429 for exhausted credits); these
 * grow with the work requested. Reading, uploading, exporting and converting are free.
 */
const costs: Costs = {
  generateImage: perResult(creditsPerImage),
  generateVideoClip: ({ durationSeconds, quality = 'STANDARD', numResults }) =>
    Math.min(durationSeconds ?? automaticClipSeconds, clipQualities[quality].maxSeconds) *
    creditsPerClipSecond *
    numResults,
  generateMotionGraphic: ({ durationSeconds, numResults }) =>
    (durationSeconds ?? automaticGraphicSeconds) * creditsPerGraphicSecond * numResults,
  textToSpeech: ({ ttsText, numResults }) => Math.ceil(ttsText.length / charactersPerCredit) * numResults,
  generateSoundEffect: perResult(2),
  generateMusic: perResult(10),
  generateAvatar: perResult(50),
  vectorizeImage: perResult(2),
  removeImageBackground: perResult(2),
  upscaleImage: perResult(2),
  image3dEffect: perResult(10),
  removeVideoBackground: perResult(20),
  upscaleVideo: perResult(20),
  scriptToVideo: perWorkflow,
  voiceoverToVideo: perWorkflow,
  slideshowToVideo: perWorkflow,
  storyboardToVideo: perWorkflow,
  promptToVideoClip: perWorkflow,
  contentOutlineToVideo: perWorkflow,
  creativeBriefToVideo: perWorkflow,
  deprecatedScript: perWorkflow,
  deprecatedVoiceover: perWorkflow,
  deprecatedSlideshow: perWorkflow,
  deprecatedStoryboard: perWorkflow,
  remixProject: ({ remixActions }) => creditCostOfChanges(remixActions.length),
  startAssistant: perMessage,
  sendAssistantMessage: perMessage,
  actOnAssistantAction: perMessage,
  generateText: () => 1,
};

/** Returns an operation's cost in whole credits; 0 if free. @param body as parsed by the operation's schema. */
export function creditCostOf<Name extends OperationName>(name: Name, body: ParsedBody<Name>): number {
  const cost: ((body: ParsedBody<Name>) => number) | undefined = costs[name];
  return cost?.(body) ?? 0;
}

import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { visualPacingSchema } from '../../../src-shared/api/common.ts';
import { AppError } from '../../../src-shared/app-error.ts';
import {
  type DeliveryFormat,
  deliveryFormatSchema,
  type MediaDelivery,
  mediaDeliverySchema,
} from '../../../src-shared/contract/delivery.ts';
import { type EditorName, editorNameSchema } from '../../../src-shared/contract/editor.ts';
import { aspectRatioSchema, type StartOf } from '../../../src-shared/contract/start-generation.ts';
import {
  sequenceRateSchema,
  startTimecodeSchema,
  type TimingWish,
} from '../../../src-timeline/model/sequence-timing.ts';
import { givenPath } from './given-path.ts';
import { readService, type ServiceChoice } from './service-choice.ts';

/** Choices of the generation, as its request has them. */
type RoundtripGeneration = Pick<
  StartOf<'script'>,
  'aspectRatio' | 'visualPacing' | 'visualStyle' | 'voiceId' | 'language' | 'autoExport'
>;

/** Choices of the delivery. */
interface RoundtripDelivery {
  /** Null if editors are named without a format. */
  readonly format: DeliveryFormat | null;
  readonly editors: readonly EditorName[];
  readonly mediaDelivery: MediaDelivery;
  /** Rate and timecode of the documents. */
  readonly timing: TimingWish;
}

/** Options on the command line of a round trip. */
export interface RoundtripOptions {
  readonly scriptPath: string;
  readonly imagePaths: readonly string[];
  readonly generation: RoundtripGeneration;
  readonly outFolder: string;
  readonly delivery: RoundtripDelivery;
  /** True starts the first editor that is installed and can open its document. */
  readonly isOpened: boolean;
  /** Null runs the local service while the command runs. */
  readonly service: ServiceChoice | null;
}

export const roundtripHelp = `Makes an editable timeline in a folder from a script.

Usage: dailies roundtrip --script FILE --out DIR [options]

  --script FILE      the narration: plain text or Markdown
  --out DIR          delivery folder; the result is DIR/<Project>/<Project>_v001
  --editor NAME      final-cut, premiere, resolve, kdenlive, shotcut, openshot or avid; may be repeated, and each
                     gets its document beside the same media
  --open             starts the first of these editors that is installed and can open its document
  --format FORMAT    FCPXML (default without --editor), PREMIERE_XML (or xmeml, premiere), OTIO, SRT
  --delivery KIND    BUNDLE (default): all media on disk; REMOTE_URLS: links to the service
  --rate RATE        frames per second of the documents: 23.976, 24, 25, 29.97, 29.97DF, 30, 50, 59.94 or 60; the
                     project's when left out. Each cut goes to the frame nearest to its time
  --start TIMECODE   timecode of their first frame: 00:00:00:00 or 01:00:00:00
  --aspect RATIO     16:9 (default), 9:16, 1:1, 4:5
  --voice NAME       a voice of the service, by name or id
  --language CODE    language of the script, such as de or pt-BR; found from the script when left out
  --pacing PACE      fast, medium (default) or slow
  --style TEXT       how the pictures should look
  --image FILE       your own still or clip, used before any other picture; may be repeated
  --movie            also renders the finished movie, and puts it beside the documents
  --base-url URL     the address of a hosted service; needs its key. The local service when both are left out
  --api-key -        its key is read from standard input; VIDEOGEN_API_KEY is read when left out
  --api-key KEY      its key, which other users of this computer can then read
  --json             the last line of stdout is one JSON object with the result or the error
  --help             this text

SRT excludes --editor, --rate, --start and --open; REMOTE_URLS excludes --rate, --start and a second --editor.

DAILIES_USER_DATA names a folder to keep the app's and the local service's data in; without it both are gone
when the command ends, and with them what REMOTE_URLS documents link to.
`;

const aliases: Readonly<Record<string, string>> = {
  XMEML: 'PREMIERE_XML',
  PREMIERE: 'PREMIERE_XML',
  PREMIEREXML: 'PREMIERE_XML',
  FCP: 'FCPXML',
  OPENTIMELINEIO: 'OTIO',
  REMOTE: 'REMOTE_URLS',
  URLS: 'REMOTE_URLS',
  ZIP: 'BUNDLE',
};

const editorAliases: Readonly<Record<string, string>> = {
  FINALCUT: 'FINAL_CUT',
  FCP: 'FINAL_CUT',
  DAVINCI: 'RESOLVE',
  DAVINCI_RESOLVE: 'RESOLVE',
  MEDIA_COMPOSER: 'AVID',
};

const rateAliases: Readonly<Record<string, string>> = {
  '23.98': '23.976',
  '29.97DF': '29.97 DF',
  '29.97_DF': '29.97 DF',
  '29.97NDF': '29.97',
  '29.97_NDF': '29.97',
};

/** `final-cut`. */
export function optionOfEditor(editor: EditorName): string {
  return editor.toLowerCase().replaceAll('_', '-');
}

type Arguments = ReturnType<typeof readArguments>;

function readArguments(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      strict: true,
      options: {
        script: { type: 'string' },
        out: { type: 'string' },
        editor: { type: 'string', multiple: true, default: [] },
        open: { type: 'boolean', default: false },
        format: { type: 'string' },
        delivery: { type: 'string', default: 'BUNDLE' },
        rate: { type: 'string' },
        start: { type: 'string' },
        aspect: { type: 'string', default: '16:9' },
        voice: { type: 'string' },
        language: { type: 'string' },
        pacing: { type: 'string', default: 'MEDIUM' },
        style: { type: 'string', default: '' },
        image: { type: 'string', multiple: true, default: [] },
        'base-url': { type: 'string' },
        'api-key': { type: 'string' },
        movie: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw wrongUse(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Parses the command line of a round trip.
 * @param environmentKey the key if the command line has none, as other users could read it there.
 * @throws AppError `invalid_input` naming the wrong option, `service_address_invalid`.
 */
export function parseRoundtripOptions(
  argv: readonly string[],
  environmentKey: string | undefined,
): RoundtripOptions {
  const values = readArguments(argv);
  if (!values.script) throw wrongUse('--script must name the file with the narration.');
  if (!values.out) throw wrongUse('--out must name the folder for the result.');
  if (values.style.length > 2_000) throw wrongUse('--style takes at most 2,000 characters.');
  return {
    scriptPath: givenPath(values.script),
    imagePaths: values.image.map(givenPath),
    generation: readGeneration(values),
    outFolder: givenPath(values.out),
    delivery: readDelivery(values),
    isOpened: values.open,
    service: readService(values, environmentKey),
  };
}

function readGeneration({ aspect, voice, language, pacing, style, movie }: Arguments): RoundtripGeneration {
  const aiStyle = style.trim();
  return {
    aspectRatio: choose('--aspect', aspect, aspectRatioSchema),
    visualPacing: choose('--pacing', pacing, visualPacingSchema),
    autoExport: movie,
    visualStyle:
      aiStyle === ''
        ? { type: 'STOCK' }
        : { type: 'AI_IMAGE', aiStyle, restyleFeaturedBRollWithAiStyle: false },
    ...(voice === undefined ? {} : { voiceId: voice }),
    ...(language === undefined ? {} : { language }),
  };
}

function readDelivery(values: Arguments): RoundtripDelivery {
  const editors = values.editor.map((name) => choose('--editor', name, editorNameSchema, editorAliases));
  const format = values.format ?? (editors.length > 0 ? null : 'FCPXML');
  const delivery: RoundtripDelivery = {
    format: format === null ? null : choose('--format', format, deliveryFormatSchema),
    editors: [...new Set(editors)],
    mediaDelivery: choose('--delivery', values.delivery, mediaDeliverySchema),
    timing: {
      rate: values.rate === undefined ? null : choose('--rate', values.rate, sequenceRateSchema, rateAliases),
      start: values.start === undefined ? null : choose('--start', values.start, startTimecodeSchema),
    },
  };
  refuseExclusive(delivery, values.open);
  return delivery;
}

/** Captions have no timeline; a document with links has the rate and timecode of the project, and is for one editor. */
function refuseExclusive(delivery: RoundtripDelivery, isOpened: boolean): void {
  const { format, editors, mediaDelivery, timing } = delivery;
  const isCaptions = format === 'SRT';
  const isLinks = mediaDelivery === 'REMOTE_URLS';
  const exclusive: readonly (readonly [boolean, string, boolean, string])[] = [
    [isCaptions, '--format SRT', editors.length > 0, '--editor'],
    [isCaptions, '--format SRT', timing.rate !== null, '--rate'],
    [isCaptions, '--format SRT', timing.start !== null, '--start'],
    [isCaptions, '--format SRT', isOpened, '--open'],
    [isLinks, '--delivery REMOTE_URLS', timing.rate !== null, '--rate'],
    [isLinks, '--delivery REMOTE_URLS', timing.start !== null, '--start'],
    [isLinks, '--delivery REMOTE_URLS', editors.length > 1, 'more than one --editor'],
  ];
  for (const [isOne, one, isOther, other] of exclusive) {
    if (isOne && isOther) throw wrongUse(`${one} and ${other} exclude each other.`);
  }
}

function choose<const Word extends string>(
  option: string,
  given: string,
  schema: z.ZodEnum<Readonly<Record<Word, Word>>>,
  otherWords: Readonly<Record<string, string>> = aliases,
): Word {
  const word = given.trim().toUpperCase().replaceAll('-', '_');
  const parsed = schema.safeParse(otherWords[word] ?? word);
  if (parsed.success) return parsed.data;
  throw wrongUse(`${option} must be one of ${schema.options.join(', ')}, not ${given}.`);
}

function wrongUse(message: string): AppError {
  return new AppError('invalid_input', message);
}

import { createReadStream, existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { espeakDataOf, espeakPath } from './espeak-module.ts';

/** A voice of the synthesiser. */
export interface EspeakVoiceEntry {
  readonly name: string;
  /** Path of the voice's file, such as `gmw/en-US`. */
  readonly identifier: string;
}

interface VoiceFile {
  readonly identifier: string;
  /** Offsets in the data. */
  readonly start: number;
  readonly end: number;
}

const bytesPerChunk = 1024 ** 2;

/**
 * Lists the voices from the files of the synthesiser's package, as starting the synthesiser takes far longer.
 * @param modulePath default: the package of this workspace.
 */
export async function listEspeakVoices(modulePath = espeakPath()): Promise<EspeakVoiceEntry[]> {
  const files = voiceFilesIn(await readFile(modulePath, 'latin1'));
  const start = Math.min(...files.map((file) => file.start));
  const bytes = await readPart(espeakDataOf(modulePath), start, Math.max(...files.map(({ end }) => end)));
  return files.map((file) => ({
    identifier: file.identifier,
    name: nameIn(bytes.toString('utf8', file.start - start, file.end - start)),
  }));
}

/** Returns the voice files in the module's table of the files in its data. */
function voiceFilesIn(code: string): VoiceFile[] {
  const entries = code.matchAll(
    /\{filename:"[^"]*\/espeak-ng-data\/lang\/([^"]+)",start:(\d+),end:(\d+)\}/gu,
  );
  return [...entries].map(([, identifier = '', start, end]) => ({
    identifier,
    start: Number(start),
    end: Number(end),
  }));
}

/** Returns the name in a voice file, without a comment behind it. */
function nameIn(text: string): string {
  const [, name = ''] = /^name\s+(.*)$/mu.exec(text) ?? [];
  return name.replace(/\/\/.*$/u, '').trim();
}

/** Reads bytes of the data. Packaged builds contain it compressed. */
async function readPart(dataPath: string, start: number, end: number): Promise<Buffer> {
  const compressed = `${dataPath}.gz`;
  if (existsSync(compressed)) return (await readBeginning(compressed, end)).subarray(start, end);
  await using file = await open(dataPath);
  const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer;
}

/** Decompresses at least `length` bytes. */
async function readBeginning(compressed: string, length: number): Promise<Buffer> {
  const source = createReadStream(compressed);
  const gunzip = createGunzip({ chunkSize: bytesPerChunk });
  source.on('error', (error) => gunzip.destroy(error));
  const chunks: Buffer[] = [];
  let count = 0;
  for await (const chunk of source.pipe(gunzip) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    count += chunk.length;
    if (count >= length) break;
  }
  source.destroy();
  return Buffer.concat(chunks);
}

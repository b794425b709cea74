import type { Readable } from 'node:stream';

/** Calls back with each line of a stream in UTF-8. Destroys the stream at a line of more than `maxBytes`. */
export function readLines(stream: Readable, maxBytes: number, onLine: (line: string) => void): void {
  let pieces: Buffer[] = [];
  let sizeBytes = 0;
  stream.on('data', (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      const line = Buffer.concat([...pieces, rest.subarray(0, end)]);
      pieces = [];
      sizeBytes = 0;
      rest = rest.subarray(end + 1);
      if (line.length > maxBytes) return void stream.destroy();
      onLine(line.toString('utf8'));
    }
    pieces.push(rest);
    sizeBytes += rest.length;
    if (sizeBytes > maxBytes) stream.destroy();
  });
}

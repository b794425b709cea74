import fc from 'fast-check';

/** The bytes of a response on the wire, in the packets that carry them. */
export type Packets = readonly Buffer[];

const reasons = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(' OK', ' Partial Content', ' ', '', ' caf\xe9') },
  { weight: 1, arbitrary: fc.constant(' \x01') },
);
const statuses = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('200', '206') },
  { weight: 6, arbitrary: fc.constantFrom('204', '304', '302', '404', '416', '503', '599', '205') },
  { weight: 1, arbitrary: fc.constantFrom('099', '1000', '20', '2x0', '-20', '999', '101', '') },
);
const versions = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom('HTTP/1.1', 'HTTP/1.0') },
  { weight: 1, arbitrary: fc.constantFrom('HTTP/0.9', 'HTTP/1.2', 'HTTP/2', 'http/1.1', 'ICY', 'HTTP/1.1 ') },
);
const fields = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.constantFrom(
      'ETag: "a"',
      'content-type: video/mp4',
      'X-Empty:',
      'x-tabs:\t a \t',
      'Date: now',
      'x-latin: \xe9',
      'Set-Cookie: a=1',
      'set-cookie: b=2',
      'Cache-Control: a, b',
      'cache-control: c',
      'connection: close',
      'Connection: keep-alive',
      'x-long: ' + 'y'.repeat(3_000),
      "x!#$%&'*+-.^_`|~9: ok",
      'accept-ranges:bytes',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'x-space : a',
      ' x-first: a',
      'x-folded: a\r\n b',
      'x-folded: a\r\n\tb',
      ': no name',
      'no colon',
      'x-control: a\x01b',
      'x-nul: a\0b',
      'x-bare: a\nx-next: b',
      'x-return: a\rb',
      'x\xe9: name',
      'x y: a',
      'x-huge: ' + 'z'.repeat(20_000),
      '__proto__: a',
      'constructor: b',
    ),
  },
);
const texts = fc.stringMatching(/^[a-z]{0,40}$/);
const endings = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom('x', '\r\n') },
);

/** Body with the fields that frame it. */
interface Framed {
  readonly fields: readonly string[];
  readonly body: string;
}

const counted = fc
  .tuple(texts, endings, fc.constantFrom(0, 0, 0, 0, -1, 3))
  .map(([text, ending, wrong]): Framed => ({
    fields: [`Content-Length: ${String(Math.max(0, text.length + wrong))}`],
    body: text + ending,
  }));
const oddlyCounted = fc
  .tuple(
    texts,
    fc.constantFrom(
      ['content-length: -1'],
      ['content-length: +3'],
      ['content-length: 0x3'],
      ['content-length: 3.0'],
      ['content-length:'],
      ['content-length: 3, 3'],
      ['content-length: 3', 'Content-Length: 3'],
      ['content-length: 3 3'],
      ['content-length: 3', 'content-length: 4'],
      ['content-length: 000000000003'],
      ['content-length: 0000000000000000003'],
      ['content-length: 3', 'transfer-encoding: chunked'],
      ['content-length: 99999999999999999999'],
    ),
  )
  .map(([text, lines]): Framed => ({ fields: lines, body: text }));
const open = texts.map((text): Framed => ({ fields: [], body: text }));

const sizeLines = fc.constantFrom(
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  ';a=b',
  ';a',
  ' ; a="b;c"',
  '\t;a',
  '\t',
  ' ',
  ';\xe9',
  ';a=\x01',
);
const chunk = fc
  .tuple(fc.stringMatching(/^[a-z]{1,20}$/), sizeLines, fc.nat(100))
  .map(([text, extension, odd]) => {
    const size = text.length.toString(16);
    if (odd >= 97) return `${size};${'e'.repeat(6_000)}\r\n${text}\r\n`;
    const sizes = [
      `0x${size}`,
      `+${size}`,
      `-${size}`,
      '',
      'g',
      ` ${size}`,
      `00000${size}`,
      size.toUpperCase(),
      `0000000000000000${size}`,
    ];
    const ends = ['\n', '', 'x\r\n', '\r'];
    const line = (sizes[odd] ?? size) + extension;
    return `${line}\r\n${text}${ends[odd - sizes.length] ?? '\r\n'}`;
  });
const trailers = fc.constantFrom(
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  'x-sum: 1\r\n',
  'x-sum: 1\r\nx-other: 2\r\n',
  'no colon\r\n',
  'x y: 1\r\n',
  'x: 1\n',
  'a: b\r\n'.repeat(80),
  'content-length: 3\r\n',
  'x: a\r\n b\r\n',
);
const lastLines = fc.constantFrom('0', '0', '0', '0', '0', '0', '0', '0', '000', '0;last', '');
const encodings = fc.constantFrom(
  ...Array.from({ length: 20 }, () => ['Transfer-Encoding: chunked']),
  ['transfer-encoding: Chunked'],
  ['transfer-encoding: chunked '],
  ['Transfer-Encoding:\tchunked'],
  ['transfer-encoding: gzip, chunked'],
  ['transfer-encoding: gzip'],
  ['transfer-encoding: chunked, gzip'],
  ['transfer-encoding: identity'],
  ['transfer-encoding: xchunked'],
  ['transfer-encoding: chunked', 'transfer-encoding: chunked'],
  ['transfer-encoding:'],
  ['transfer-encoding: chunked;a=b'],
);
const chunked = fc
  .tuple(encodings, fc.array(chunk, { maxLength: 5 }), lastLines, trailers, endings)
  .map(([lines, chunks, last, trailer, ending]): Framed => ({
    fields: lines,
    body: `${chunks.join('')}${last}\r\n${trailer}\r\n${ending}`,
  }));
const plainlyChunked = fc
  .array(fc.stringMatching(/^[a-z]{1,20}$/), { maxLength: 5 })
  .map((pieces): Framed => ({
    fields: ['Transfer-Encoding: chunked'],
    body: `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`,
  }));
const framed = fc.oneof(
  { weight: 4, arbitrary: counted },
  { weight: 2, arbitrary: oddlyCounted },
  { weight: 1, arbitrary: open },
  { weight: 3, arbitrary: plainlyChunked },
  { weight: 4, arbitrary: chunked },
);

const interim = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'HTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n',
      'HTTP/1.1 102 \r\n\r\nHTTP/1.1 103 \r\n\r\n',
      'HTTP/1.1 100 Continue\r\ncontent-length: 3\r\n\r\n',
    ),
  },
  { weight: 1, arbitrary: fc.constant('\r\n') },
);
const whole = fc
  .tuple(interim, versions, statuses, reasons, fc.array(fields, { maxLength: 4 }), framed)
  .map(([before, version, status, reason, lines, { fields: framing, body }]) =>
    Buffer.from(
      `${before}${version} ${status}${reason}\r\n${[...lines, ...framing].map((line) => `${line}\r\n`).join('')}\r\n${body}`,
      'latin1',
    ),
  );

/** Generates places as shares of the whole, 0 to 1. */
const place = fc.nat(9_999).map((part) => part / 10_000);
const change = fc.record({
  kind: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'none', 'cut', 'put', 'remove', 'double'),
  at: place,
  byte: fc.constantFrom(...Buffer.from('\r\n\0 \t:,;0f\x7f\xffA')),
});

/** Generates a response with at most one fault, sent at once or in two packets cut inside its head. */
export const packets: fc.Arbitrary<Packets> = fc
  .tuple(whole, change, fc.option(place))
  .map(([bytes, { kind, at, byte }, cut]) => {
    const index = Math.floor(at * bytes.length);
    const changed = {
      none: bytes,
      cut: bytes.subarray(0, index),
      put: Buffer.concat([bytes.subarray(0, index), Buffer.of(byte), bytes.subarray(index)]),
      remove: Buffer.concat([bytes.subarray(0, index), bytes.subarray(index + 1)]),
      double: Buffer.concat([bytes.subarray(0, index), bytes]),
    }[kind];
    const headBytes = changed.indexOf('\r\n\r\n');
    if (cut === null || headBytes < 2) return [changed];
    const edge = 1 + Math.floor(cut * (headBytes - 1));
    return [changed.subarray(0, edge), changed.subarray(edge)];
  });

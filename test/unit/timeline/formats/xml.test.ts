import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { childText, parseXml } from '../../../../src-timeline/formats/xml/xml-reader.ts';
import {
  inlineElement,
  textElement,
  writeXmlDocument,
  xmlElement,
} from '../../../../src-timeline/formats/xml/xml-writer.ts';
import { TimelineParseError } from '../../../../src-timeline/model/timeline-parse-error.ts';
import { awkwardTexts } from './sample-timelines.ts';
import { inXml } from './what-is-kept.ts';

// Many or long documents are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

test('a document is indented by two, with absent parts left out and inline parts without white space', () => {
  const inline = inlineElement(xmlElement('b', {}, [textElement('c', 'x'), textElement('c', '')]));
  expect(writeXmlDocument(xmlElement('a', { one: 1, two: null }, [null, inline, xmlElement('d')]))).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE a>\n<a one="1">\n  <b><c>x</c><c/></b>\n  <d/>\n</a>\n',
  );
});

test('every text comes back from an element and from an attribute, without what XML cannot hold', () => {
  const texts = fc.oneof(fc.constantFrom(...awkwardTexts, 'a\r\nb\tc\rd'), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(texts, (text) => {
      const root = parseXml(writeXmlDocument(xmlElement('a', { b: text }, text)), 'a');
      expect(root.text).toBe(inXml(text));
      expect(root.attributes.get('b')).toBe(inXml(text));
    }),
  );
});

test('line ends are XML’s own: next-line and line-separator characters stay in the text', () => {
  expect(parseXml('<a>1\r\n2\r3\u0085\u20284</a>', 'a').text).toBe('1\n2\n3\u0085\u20284');
});

test('comments, instructions and character data are read as XML means them', () => {
  const root = parseXml(
    '\ufeff<?xml version="1.0"?><!-- <a> --><a><?x <b>?><b> 1<![CDATA[ <c> ]]></b></a>',
    'a',
  );
  expect(childText(root, 'b')).toBe('1 <c>');
});

const laughs = `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(10)}"><!ENTITY c "${'&b;'.repeat(10)}">]>`;

test.for([
  ['an entity of its own', '<!DOCTYPE a [<!ENTITY x "y">]><a/>'],
  ['entities that multiply', `${laughs}<a>&c;</a>`],
  ['a file in an entity', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ['a parameter entity', '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1/x.dtd"> %p;]><a/>'],
  ['an unknown entity', '<a>&unknown;</a>'],
  ['another root', '<b/>'],
  ['nothing', ''],
  ['no XML', '{"OTIO_SCHEMA":"Timeline.1"}'],
  ['a missing end', '<a><b></a>'],
  ['no end at all', '<a><b>'],
  ['two roots', '<a/><a/>'],
  ['an attribute twice', '<a b="1" b="2"/>'],
  ['an attribute without quotes', '<a b=1/>'],
  ['elements nested without end', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`],
] as const)('a document with %s is refused', ([, text]) => {
  expect(() => parseXml(text, 'a')).toThrow(TimelineParseError);
});

test.for([
  ['elements', `<a>${'<b/>'.repeat(1_000_000)}</a>`],
  ['attributes', `<a>${'<b c="" d="" e="" f=""/>'.repeat(500_000)}</a>`],
] as const)('a document with more %s than memory holds is refused as too large', ([, text]) => {
  expect(() => parseXml(text, 'a')).toThrow(/too large/);
});

test('a document type that only names a file is read without opening it', () => {
  expect(parseXml('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a>1</a>', 'a').text).toBe('1');
});

test('errors say about where they are', () => {
  expect(() => parseXml('<a>\n<b>\n</c>\n</a>', 'a')).toThrow(/^near line 2: This is not well-formed XML/);
});

import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { fileUrlOfPath, localhostFileUrl, pathOfFileUrl } from '../../../../src-timeline/formats/file-url.ts';
import {
  locationOfPath,
  locationOfUrl,
  pathOfLocation,
  urlOfLocation,
} from '../../../../src-timeline/formats/media-location.ts';

// Many or long documents are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

test.for([
  ['/Volumes/My Disk/a#1?.mov', 'darwin', 'file:///Volumes/My%20Disk/a%231%3F.mov'],
  ["/m/!'$&()*+,;=:@[]%.wav", 'linux', 'file:///m/%21%27%24%26%28%29%2A%2B%2C%3B%3D%3A%40%5B%5D%25.wav'],
  ['/m/Ærø 夜.mov', 'linux', 'file:///m/%C3%86r%C3%B8%20%E5%A4%9C.mov'],
  ['C:\\Users\\Ed\\a b.mov', 'win32', 'file:///C:/Users/Ed/a%20b.mov'],
  ['\\\\nas\\share\\a b.mov', 'win32', 'file://nas/share/a%20b.mov'],
] as const)('%s on %s is %s and back', ([path, platform, url]) => {
  expect(fileUrlOfPath(path, platform)).toBe(url);
  expect(pathOfFileUrl(url, platform)).toBe(path);
});

test('only letters, digits and -._~ stand as they are in a URL, and every path comes back', () => {
  const segment = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 12 })
    .map((text) => text.toWellFormed().replace(/[/\0]/g, '_'));
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
      const path = `/${segments.join('/')}`;
      const url = fileUrlOfPath(path, 'linux');
      expect(url).toMatch(/^file:\/\/(?:[A-Za-z0-9\-._~/]|%[0-9A-F]{2})+$/);
      expect(pathOfFileUrl(url, 'linux')).toBe(path);
    }),
  );
});

test('the spellings other programs use lead to the same path', () => {
  for (const url of [
    'file:///a/b.mov',
    'file://localhost/a/b.mov',
    'file://localhost//a/b.mov',
    'file:/a/b.mov',
    'FILE:///a/b%2Emov',
  ])
    expect(pathOfFileUrl(url, 'darwin')).toBe('/a/b.mov');
  for (const url of [
    'file:///D:/b.mov',
    'file://localhost/D%3a/b.mov',
    'file:///D|/b.mov',
    'file:///D%3A/b.mov',
  ])
    expect(pathOfFileUrl(url, 'win32')).toBe('D:\\b.mov');
  expect(pathOfFileUrl('file:////nas/share/b.mov', 'win32')).toBe('\\\\nas\\share\\b.mov');
});

test('long Windows paths lose their prefix', () => {
  expect(fileUrlOfPath('\\\\?\\C:\\deep\\a.mov', 'win32')).toBe('file:///C:/deep/a.mov');
  expect(fileUrlOfPath('\\\\?\\UNC\\nas\\share\\a.mov', 'win32')).toBe('file://nas/share/a.mov');
});

test.for([
  ['media/a.mov', 'linux'],
  ['a.mov', 'win32'],
  ['/a.mov', 'win32'],
  ['C:a.mov', 'win32'],
  ['/lone \ud800', 'linux'],
] as const)('%s has no file URL on %s', ([path, platform]) => {
  expect(() => fileUrlOfPath(path, platform)).toThrow(RangeError);
});

test.for([
  ['https://a/b.mov', 'linux'],
  ['file://server/share/b.mov', 'linux'],
  ['file:///no-drive/b.mov', 'win32'],
  ['file:///a%2Fb', 'linux'],
  ['file:///a%00b', 'linux'],
  ['file:///C:/a%5C..%5Cb', 'win32'],
  ['file:///%FF', 'linux'],
  ['file:///%zz', 'linux'],
] as const)('%s is no path on %s', ([url, platform]) => {
  expect(() => pathOfFileUrl(url, platform)).toThrow(RangeError);
});

test('Premiere’s spelling has localhost and an escaped drive colon', () => {
  expect(localhostFileUrl('file:///Volumes/a.mov')).toBe('file://localhost/Volumes/a.mov');
  expect(localhostFileUrl('file:///C:/a.mov')).toBe('file://localhost/C%3a/a.mov');
  for (const other of ['file://nas/share/a.mov', 'https://a/b', 'media/a.mov'])
    expect(localhostFileUrl(other)).toBe(other);
});

test('locations are spelled as URLs and as paths, and come back from both', () => {
  const locations = [
    'media/a b.mov',
    'file:///Volumes/a%20b.mov',
    'file:///C:/a%20b.mov',
    'file://nas/share/a.mov',
    'https://x/a.mov?b=c',
  ];
  expect(locations.map(urlOfLocation)).toEqual(['media/a%20b.mov', ...locations.slice(1)]);
  expect(locations.map(pathOfLocation)).toEqual([
    'media/a b.mov',
    '/Volumes/a b.mov',
    'C:\\a b.mov',
    '\\\\nas\\share\\a.mov',
    'https://x/a.mov?b=c',
  ]);
  expect(locations.map((location) => locationOfUrl(urlOfLocation(location)))).toEqual(locations);
  expect(locations.map((location) => locationOfPath(pathOfLocation(location)))).toEqual(locations);
  expect(locationOfUrl('file://localhost/D%3a/a.mov')).toBe('file:///D:/a.mov');
  expect(locationOfUrl('/bare/a b.mov')).toBe('file:///bare/a%20b.mov');
  expect(locationOfUrl('media/100%.mov')).toBe('media/100%.mov');
});

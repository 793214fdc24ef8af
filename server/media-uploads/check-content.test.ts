import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Storage } from '#server/storage/index.ts';
import { animatedGif, jpegPicture, pictures } from '#testing/pictures.ts';
import { testStorage } from '#testing/storage.ts';
import { checkContent } from './check-content.ts';

async function outcome(content: Buffer, mimeType: string): Promise<string> {
  const storage = await testStorage();
  await storage.put('_private/x', content);
  return checkContent(storage, '_private/x', mimeType).then(
    () => 'taken',
    (error) => error.body?.message ?? String(error),
  );
}

const WRONG = 'File content is not of its type';
const prose = 'The press runs at night. 夜に刷る。\r\n'.repeat(50);
const exe = Buffer.concat([Buffer.from('MZ\x90\x00\x03'), Buffer.alloc(500, 7)]);
const elf = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01\x00', 'latin1'), Buffer.alloc(500)]);
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)]);
const gzip = Buffer.concat([Buffer.from('1f8b0800000000000003', 'hex'), Buffer.alloc(50, 1)]);
const wave = Buffer.concat([Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ', 'latin1'), Buffer.alloc(40)]);
const mp4 = Buffer.concat([
  Buffer.from('\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2', 'latin1'),
  Buffer.alloc(40),
]);
const mp3 = Buffer.concat([
  Buffer.from('ID3\x04\x00\x00\x00\x00\x00\x00', 'latin1'),
  Buffer.from([0xff, 0xfb, 0x90, 0x64]),
]);

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const word = `${OFFICE}.wordprocessingml.document`;
const sheet = `${OFFICE}.spreadsheetml.sheet`;
const slides = `${OFFICE}.presentationml.presentation`;

function zipOf(files: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = Buffer.from(content);
    const numbers = Buffer.alloc(26);
    numbers.writeUInt16LE(20, 0);
    numbers.writeUInt32LE(crc32(data), 10);
    numbers.writeUInt32LE(data.length, 14);
    numbers.writeUInt32LE(data.length, 18);
    numbers.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), numbers, Buffer.from(name), data]);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), numbers, entry, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end]);
}

const partOf = (type: string) => `<Types><Override ContentType="${type}.main+xml"/></Types>`;
const office = (type: string, folder: string) =>
  zipOf({ '[Content_Types].xml': partOf(type), [`${folder}/document.xml`]: '<x/>' });

test.for([
  ['a PDF', 'application/pdf', Buffer.from('%PDF-1.7\n%\xe2\xe3\n')],
  ['a document of Word', word, office(word, 'word')],
  ['a sheet of Excel', sheet, office(sheet, 'xl')],
  ['slides of PowerPoint', slides, office(slides, 'ppt')],
  [
    'a document whose list of parts comes last',
    word,
    zipOf({ 'word/document.xml': '<x/>', '[Content_Types].xml': partOf(word) }),
  ],
  ['an old document of Word', 'application/msword', compound],
  ['an old sheet of Excel', 'application/vnd.ms-excel', compound],
  ['old slides of PowerPoint', 'application/vnd.ms-powerpoint', compound],
  ['a zip archive', 'application/zip', zipOf({ 'a.txt': 'a' })],
  ['a zip archive as Windows calls it', 'application/x-zip-compressed', zipOf({ 'a.txt': 'a' })],
  ['an empty zip archive', 'application/zip', zipOf({})],
  ['a zip archive that is a document', 'application/zip', office(word, 'word')],
  ['gzip', 'application/x-gzip', gzip],
  ['a sound', 'audio/wav', wave],
  ['music', 'audio/mpeg', mp3],
  ['a film', 'video/mp4', mp4],
  ['text', 'text/plain', Buffer.from(prose)],
  ['an empty line', 'text/plain', Buffer.from('\n')],
  ['text that begins like a picture', 'text/plain', Buffer.from(`BMW and GIF are words. ${prose}`)],
  ['text that begins like a program', 'text/markdown', Buffer.from(`MZ is a Swiss paper. ${prose}`)],
  ['a table', 'text/csv', Buffer.from('a,b\r\n1,2\r\n')],
  ['a table as Excel in Japan saves it', 'text/csv', Buffer.from('96bc914f2c0d0a82a02c310d0a', 'hex')],
  ['text in EUC-JP', 'text/plain', Buffer.from('c6fccbdcb8ec0a', 'hex')],
  ['text of Western Europe', 'text/plain', Buffer.from('Caf\xe9 cr\xe8me, \x80 5\n', 'latin1')],
  ['text in ISO-2022-JP', 'text/plain', Buffer.from('\x1b$BF|K\\\x1b(B\n', 'latin1')],
  ['text with a mark at its beginning', 'text/plain', Buffer.from(`\ufeff${prose}`)],
  ['text in UTF-16', 'text/plain', Buffer.from(`\ufeff${prose}`, 'utf16le')],
  ['text in UTF-16 the other way round', 'text/plain', Buffer.from(`\ufeff${prose}`, 'utf16le').swap16()],
  ['a page', 'text/html', Buffer.from('<!doctype html><title>x</title><script>alert(1)</script>')],
  ['a drawing', 'image/svg+xml', Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['JSON', 'application/json', Buffer.from('{"a":1}')],
  ['a type that nobody knows', 'application/x-kawaraban', Buffer.from('\x01\x02\x03 what may this be')],
  ['a GIF', 'image/gif', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
] as const)('accepts %s (%s)', async ([, mimeType, content]) => {
  expect(await outcome(content, mimeType)).toBe('taken');
});

test.for([
  ['a program', 'application/pdf', exe],
  ['a program', 'text/plain', exe],
  ['a program', 'application/msword', exe],
  ['a program', 'application/zip', exe],
  ['a program', 'application/x-kawaraban', exe],
  ['a program of Linux', 'application/octet-stream', elf],
  ['a program of Linux', 'text/csv', elf],
  ['text', 'application/pdf', Buffer.from(prose)],
  ['text', word, Buffer.from(prose)],
  ['text', 'application/vnd.ms-excel', Buffer.from(prose)],
  ['text', 'audio/mpeg', Buffer.from(prose)],
  ['a page', 'application/pdf', Buffer.from('<html><script>alert(1)</script>')],
  ['a zip archive', 'application/pdf', zipOf({ 'a.txt': 'a' })],
  ['a zip archive', word, zipOf({ 'a.txt': 'a' })],
  ['a sheet', word, office(sheet, 'xl')],
  ['a program of Java', 'application/zip', zipOf({ 'META-INF/MANIFEST.MF': 'Main-Class: X\n' })],
  ['a program of Android', 'application/zip', zipOf({ 'classes.dex': 'dex' })],
  ['a PDF', 'text/plain', Buffer.from('%PDF-1.7 all of it in letters')],
  ['a PDF', 'application/x-kawaraban', Buffer.from('%PDF-1.7\n')],
  ['text with NUL', 'text/plain', Buffer.from(`${prose}\u0000`)],
  ['text with a bell', 'text/markdown', Buffer.from(`${prose}\u0007`)],
  ['half of a letter', 'text/plain', Buffer.from('夜\x01').subarray(0, 4)],
  ['NUL in UTF-16', 'text/plain', Buffer.from('\ufeffa\u0000b', 'utf16le')],
  ['half of a letter in UTF-16', 'text/plain', Buffer.from('\ufeffab', 'utf16le').subarray(0, 5)],
  ['noise', 'text/plain', Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919) % 256))],
  ['gzip', 'text/csv', gzip],
  ['a film', 'audio/mpeg', mp4],
  ['nothing but zeros', 'application/pdf', Buffer.alloc(5000)],
] as const)('%s is not accepted as %s', async ([, mimeType, content]) => {
  expect(await outcome(content, mimeType)).toBe(WRONG);
});

test.for([
  ['shift_jis', '日付,金額 (a table)', '93fa95742c8be08a7a0a'],
  ['shift_jis', '名前 and a line', '96bc914f2c0d0a82a02c310d0a'],
  ['shift_jis', 'words between Western ones: a 円 b', '612089 7e20620a'],
  ['euc-jp', '日本語', 'c6fccbdcb8ec0a'],
  ['euc-jp', 'あいう', 'a4a2a4a4a4a60a'],
  ['euc-jp', 'カタカナ', 'a5aba5bfa5aba5ca0a'],
  ['windows-1252', 'Café crème, € 5', Buffer.from('Caf\xe9 cr\xe8me, \x80 5\n', 'latin1').toString('hex')],
  ['windows-1252', 'Mädchen', Buffer.from('M\xe4dchen', 'latin1').toString('hex')],
  ['windows-1252', 'Événement', Buffer.from('\xc9v\xe9nement', 'latin1').toString('hex')],
  ['windows-1252', '“L’été à Noël”', Buffer.from('\x93L\x92\xe9t\xe9 \xe0 No\xebl\x94', 'latin1').toString('hex')],
  ['windows-1252', 'Straße', Buffer.from('Stra\xdfe', 'latin1').toString('hex')],
  ['iso-2022-jp', '日本', Buffer.from('\x1b$BF|K\\\x1b(B\n', 'latin1').toString('hex')],
  ['utf-8', 'colored lines', Buffer.from('\x1b[31mred\x1b[0m').toString('hex')],
  ['utf-8', 'とうきょう', Buffer.from('とうきょう').toString('hex')],
  ['utf-16le', 'two bytes for a letter', Buffer.from('\ufeffa夜', 'utf16le').toString('hex')],
  ['utf-16be', 'two bytes the other way round', Buffer.from('\ufeffa夜', 'utf16le').swap16().toString('hex')],
] as const)('detects text in %s: %s', async ([encoding, , hex]) => {
  const storage = await testStorage();
  await storage.put('_private/x', Buffer.from(hex.replaceAll(' ', ''), 'hex'));
  expect(await checkContent(storage, '_private/x', 'text/plain')).toBe(encoding);
});

test('distinguishes picture types regardless of the announced type', async () => {
  const png = Buffer.from(pictures.png, 'base64');
  const webp = Buffer.from(pictures.lossyWebp, 'base64');
  const [jpeg, gif] = await Promise.all([jpegPicture(), animatedGif()]);
  const kinds = { 'image/png': png, 'image/webp': webp, 'image/jpeg': jpeg, 'image/gif': gif };
  for (const [type, bytes] of Object.entries(kinds)) {
    for (const other of Object.keys(kinds))
      expect(await outcome(bytes, other), `${type} as ${other}`).toBe(type === other ? 'taken' : WRONG);
  }
});

test('reads text completely, across chunks that split characters', async () => {
  const long = Buffer.from('夜'.repeat(100_000));
  expect(await outcome(long, 'text/plain')).toBe('taken');
  expect(await outcome(Buffer.concat([Buffer.from('a'), long]), 'text/plain')).toBe('taken');
  expect(await outcome(Buffer.concat([long, Buffer.from([0])]), 'text/plain')).toBe(WRONG);
});

test('rejects a missing object', async () => {
  const storage = await testStorage();
  await expect(checkContent(storage, '_private/x', 'text/plain')).rejects.toMatchObject({ status: 400 });
});

test('ignores chunks arriving after the type is known', async () => {
  const storage = await testStorage();
  const get = async () => ({ size: 9, etag: '', content: new LateReadable() });
  const late: Storage = Object.assign(Object.create(storage), { get });
  await checkContent(late, '_private/x', 'application/pdf');
  await new Promise((resolve) => setTimeout(resolve, 20));
});

/** Like a TLS response of which more has been decrypted when it is destroyed. */
class LateReadable extends Readable {
  override _read() {
    this.push(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(100_000)]));
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    setImmediate(() => this.emit('data', Buffer.alloc(9)));
    done(error);
  }
}

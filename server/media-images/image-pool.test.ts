import { readFileSync } from 'node:fs';
import { access, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { messages } from '#contract/errors.ts';
import { parseVariantSize, type VariantSize, variantDimensions } from '#contract/image-variants.ts';
import type { PictureType } from '#contract/media-types.ts';
import {
  animatedGif,
  animatedWebp,
  avifPicture,
  blackPng,
  cmykJpeg,
  deepPng,
  greyJpeg,
  jpegPhoto,
  jpegPicture,
  jpegWithProfile,
  pngOfSize,
  pngPicture,
  webpPicture,
} from '#testing/pictures.ts';
import { createImageProcessor, type ImagePoolOptions } from './image-pool.ts';
import type { ImageTarget } from './image-processor.ts';

const unreadable = { status: 400, body: { message: messages.imageUnreadable } };
const tooLarge = { status: 400, body: { message: messages.imageTooLarge } };
const wrong = { status: 400, body: { message: messages.fileContentWrong } };

/** Starting a process takes longer than most pictures. */
const shared = createImageProcessor({ processes: 1 });
afterAll(() => shared.close());

async function givenProcessor(options?: ImagePoolOptions) {
  const processor = options ? createImageProcessor({ processes: 1, ...options }) : shared;
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-images-'));
  onTestFinished(async () => {
    if (options) await processor.close();
    await rm(folder, { recursive: true, force: true });
  });
  const source = join(folder, 'source');
  const target = join(folder, 'target');
  return {
    processor,
    folder,
    target,
    clean: async (mimeType: PictureType, bytes: Uint8Array) => {
      await writeFile(source, bytes);
      return processor.clean({ path: source, mimeType }, target);
    },
    make: async (bytes: Uint8Array, requested: readonly (readonly [string, PictureType])[]) => {
      await writeFile(source, bytes);
      const images = requested.map(
        ([size, mimeType], index): ImageTarget => ({ size, mimeType, path: join(folder, `made-${index}`) }),
      );
      await processor.make({ path: source }, images);
      return images.map(({ path }) => path);
    },
  };
}

test('cleaning rotates a photo, keeps colors, and removes metadata', async () => {
  const { clean, target } = await givenProcessor();
  const photo = await jpegPhoto();
  expect(photo.includes('Camera of Hanako')).toBe(true);
  const cleaned = await clean('image/jpeg', photo);
  expect(cleaned).toMatchObject({ width: 40, height: 60, isAnimated: false });
  const { width, height, orientation, exif, xmp, iptc, icc } = await sharp(target).metadata();
  expect({ width, height, orientation, exif, xmp, iptc }).toEqual({ width: 40, height: 60 });
  expect(icc).toEqual((await sharp(photo).metadata()).icc);
  const written = await readFile(target, 'latin1');
  expect(written).not.toMatch(/Hanako|At home|GPS|Exif|xmp/);
});

test('pixels of a picture with a profile stay unchanged', async () => {
  const { clean, target } = await givenProcessor();
  const wide = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
    .withIccProfile('p3')
    .png()
    .toBuffer();
  await clean('image/png', wide);
  const pixels = (picture: Buffer | string) => sharp(picture).keepIccProfile().raw().toBuffer();
  expect(await pixels(target)).toEqual(await pixels(wide));
});

async function profileWith(change: (profile: Buffer) => void, rest = ''): Promise<Buffer> {
  const picture = await sharp(await jpegPicture())
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();
  const { icc = Buffer.alloc(0) } = await sharp(picture).metadata();
  const profile = Buffer.concat([icc, Buffer.from(rest)]);
  profile.writeUInt32BE(profile.length, 0);
  change(profile);
  return profile;
}

test.for([
  ['that is longer than it says', (profile: Buffer) => profile.writeUInt32BE(profile.length - 4, 0), 'HIDDEN-BYTES'],
  ['that is shorter than it says', (profile: Buffer) => profile.writeUInt32BE(profile.length + 3, 0)],
  ['with something after it', () => {}, 'HIDDEN-BYTES'],
  ['with as much after it as makes it no profile of a PNG', () => {}, 'HIDDEN-BYTES-X'],
  ['of greys', (profile: Buffer) => profile.write('GRAY', 16)],
  ['of no known intent', (profile: Buffer) => profile.writeUInt32BE(0xffffffff, 64)],
  ['without a signature', (profile: Buffer) => profile.fill(0, 36, 40)],
  ['of a kind that no picture has', (profile: Buffer) => profile.write('link', 12)],
  ['with a tag beyond its end', (profile: Buffer) => profile.writeUInt32BE(0xfffffff0, 136)],
  ['with more tags than fit', (profile: Buffer) => profile.writeUInt32BE(0xffffffff, 128)],
  ['of more than 64 KB', () => {}, 'HIDDEN-BYTES'.repeat(5461)],
] as const)('removes a color profile %s and makes every size', async ([, change, rest]) => {
  const { clean, make, target } = await givenProcessor();
  const profile = await profileWith(change, rest);
  const given = await jpegWithProfile(profile.subarray(0, 65_000), { width: 90, height: 60 });
  await clean('image/jpeg', given);
  const sizes = ['60x60', '30x30'].flatMap((size) =>
    (['image/jpeg', 'image/webp', 'image/avif', 'image/png'] as const).map((type) => [size, type] as const),
  );
  for (const path of [target, ...(await make(given, sizes))]) {
    expect((await sharp(path).metadata()).icc, path).toBeUndefined();
    expect(await readFile(path, 'latin1')).not.toContain('HIDDEN');
  }
});

test('makes a tiny placeholder of the same shape', async () => {
  const { clean } = await givenProcessor();
  const { placeholder } = await clean('image/jpeg', await jpegPhoto({ width: 600, height: 400 }));
  const [, encoded = ''] = /^data:image\/webp;base64,(.+)$/.exec(placeholder ?? '') ?? [];
  expect(encoded.length).toBeLessThan(300);
  const bytes = Buffer.from(encoded, 'base64');
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 13, height: 20 });
});

test('transparent pictures get no placeholder', async () => {
  const { clean } = await givenProcessor();
  expect(await clean('image/png', await pngPicture())).toMatchObject({ placeholder: null });
  const opaque = await sharp(await jpegPicture())
    .ensureAlpha()
    .png()
    .toBuffer();
  expect(await clean('image/png', opaque)).toMatchObject({ placeholder: expect.stringMatching(/^data:/) });
});

test.for([
  ['image/png', pngPicture],
  ['image/webp', webpPicture],
  ['image/avif', avifPicture],
  ['image/jpeg', jpegPicture],
] as const)('cleaning keeps the picture type %s', async ([mimeType, given]) => {
  const { clean, target } = await givenProcessor();
  expect(await clean(mimeType, await given())).toMatchObject({ width: 60, height: 40, isAnimated: false });
  expect(await sharp(target).metadata()).toMatchObject({ mediaType: mimeType, width: 60, height: 40 });
});

test.for([
  ['with transparency', pngPicture, 'uchar'],
  ['of 16 bits', deepPng, 'ushort'],
] as const)('PNG %s keeps every pixel', async ([, given, depth]) => {
  const { clean, target } = await givenProcessor();
  const source = await given();
  await clean('image/png', source);
  expect((await sharp(target).metadata()).depth).toBe(depth);
  const space = depth === 'ushort' ? 'rgb16' : 'srgb';
  const pixels = (picture: Buffer | string) => sharp(picture).toColourspace(space).raw({ depth }).toBuffer();
  expect((await pixels(target)).equals(await pixels(source))).toBe(true);
});

test('lossless WebP keeps every pixel', async () => {
  const { clean, target } = await givenProcessor();
  const source = await sharp(await pngPicture())
    .webp({ lossless: true })
    .withIccProfile('p3')
    .toBuffer();
  await clean('image/webp', source);
  const pixels = (picture: Buffer | string) => sharp(picture).keepIccProfile().raw().toBuffer();
  expect((await pixels(target)).equals(await pixels(source))).toBe(true);
});

test.for([
  ['image/gif', animatedGif],
  ['image/webp', animatedWebp],
] as const)('%s animation keeps frames, delays and loop count', async ([type, given]) => {
  const { clean, target } = await givenProcessor();
  expect(await clean(type, await given())).toMatchObject({ width: 60, height: 40, isAnimated: true });
  expect(await sharp(target, { animated: true }).metadata()).toMatchObject({
    mediaType: type,
    pages: 3,
    pageHeight: 40,
    delay: [100, 200, 300],
    loop: 3,
  });
});

test('converts CMYK to sRGB and keeps gray', async () => {
  const { clean, target } = await givenProcessor();
  await clean('image/jpeg', await cmykJpeg());
  expect(await sharp(target).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
  await clean('image/jpeg', await greyJpeg());
  expect(await sharp(target).metadata()).toMatchObject({ space: 'b-w', channels: 1 });
});

test('removes data after the end of a picture', async () => {
  const { clean, target } = await givenProcessor();
  const script = Buffer.from('<html><script>alert(1)</script></html>');
  for (const [type, given] of [
    ['image/jpeg', jpegPicture],
    ['image/png', pngPicture],
    ['image/gif', animatedGif],
    ['image/webp', webpPicture],
  ] as const) {
    await clean(type, Buffer.concat([await given(), script]));
    expect(await readFile(target, 'latin1')).not.toContain('script');
  }
});

test('removes comments', async () => {
  const { clean, target } = await givenProcessor();
  const jpeg = await jpegPicture();
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 14]), Buffer.from('<script>abcd')]);
  await clean('image/jpeg', Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]));
  expect(await readFile(target, 'latin1')).not.toContain('script');
  const gif = await animatedGif();
  const note = Buffer.concat([Buffer.from([0x21, 0xfe, 12]), Buffer.from('<script>abcd'), Buffer.from([0])]);
  await clean('image/gif', Buffer.concat([gif.subarray(0, -1), note, gif.subarray(-1)]));
  expect(await readFile(target, 'latin1')).not.toContain('script');
});

test.for([
  ['a PNG that calls itself a JPEG', 'image/jpeg', pngPicture, wrong],
  ['an AVIF that calls itself a WebP', 'image/webp', avifPicture, wrong],
  ['no byte at all', 'image/png', async () => Buffer.alloc(0), unreadable],
  ['text', 'image/png', async () => Buffer.from('This is no picture.'), unreadable],
  [
    'SVG',
    'image/png',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    unreadable,
  ],
  [
    'TIFF',
    'image/png',
    async () =>
      sharp(await pngPicture())
        .tiff()
        .toBuffer(),
    unreadable,
  ],
  ['a cut-off JPEG', 'image/jpeg', async () => cutOff(await jpegPicture()), unreadable],
  ['a cut-off PNG', 'image/png', async () => cutOff(await pngPicture()), unreadable],
  ['a cut-off GIF', 'image/gif', async () => cutOff(await animatedGif()), unreadable],
  ['a cut-off WebP', 'image/webp', async () => cutOff(await webpPicture()), unreadable],
  ['a cut-off moving WebP', 'image/webp', async () => cutOff(await animatedWebp()), unreadable],
  ['a cut-off AVIF', 'image/avif', async () => cutOff(await avifPicture()), unreadable],
  ['the head of a GIF', 'image/gif', async () => (await animatedGif()).subarray(0, 13), unreadable],
  [
    'a PNG that says it is larger than it is',
    'image/png',
    async () => Buffer.from(pngOfSize(300, 200), 'base64'),
    unreadable,
  ],
  ['a PNG that says it is huge', 'image/png', async () => Buffer.from(pngOfSize(60_000, 60_000), 'base64'), tooLarge],
] as const)('rejects %s, leaves no file, and continues', async ([, type, given, rejection]) => {
  const { clean, target } = await givenProcessor();
  await expect(clean(type, await given())).rejects.toMatchObject(rejection);
  await expect(access(target)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await clean('image/jpeg', await jpegPicture())).toMatchObject({ width: 60 });
});

function cutOff(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length * 0.7));
}

test('rejects a decompression bomb of 13,000 pixels square', async () => {
  const { clean } = await givenProcessor();
  await expect(clean('image/png', blackPng(13_000))).rejects.toMatchObject(tooLarge);
});

const heldWhole = [
  ['a WebP', 'image/webp', (picture: Sharp) => picture.webp({ lossless: true, effort: 0 })],
  ['a PNG that comes finer and finer', 'image/png', (picture: Sharp) => picture.png({ progressive: true })],
  ['a JPEG that comes finer and finer', 'image/jpeg', (picture: Sharp) => picture.jpeg({ progressive: true })],
  ['a GIF', 'image/gif', (picture: Sharp) => picture.gif({ effort: 1, dither: 0 })],
] as const;

test.for(heldWhole)('rejects %s whose header claims too many pixels', async ([, type, given]) => {
  const { clean } = await givenProcessor();
  const small = await given(plain(60, 40)).toBuffer();
  await expect(clean(type, saying(small, type, { width: 8001, height: 8000 }))).rejects.toMatchObject(tooLarge);
});

test.for(heldWhole)('rejects %s with too many pixels', { tags: ['extended'] }, async ([, type, given]) => {
  const { clean } = await givenProcessor();
  await expect(clean(type, await given(plain(8001, 8000)).toBuffer())).rejects.toMatchObject(tooLarge);
});

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#345' } });
}

function saying(picture: Buffer, type: (typeof heldWhole)[number][1], size: { width: number; height: number }): Buffer {
  const { width, height } = size;
  const bytes = Buffer.from(picture);
  if (type === 'image/webp') {
    bytes.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, 21);
  } else if (type === 'image/png') {
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  } else if (type === 'image/jpeg') {
    const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]));
    bytes.writeUInt16BE(height, frame + 5);
    bytes.writeUInt16BE(width, frame + 7);
  } else {
    const frame = bytes.indexOf(0x2c, bytes.indexOf(Buffer.from([0x21, 0xf9])) + 8);
    for (const at of [6, frame + 5]) {
      bytes.writeUInt16LE(width, at);
      bytes.writeUInt16LE(height, at + 2);
    }
  }
  return bytes;
}

test('cleans a photo of 100 megapixels', { tags: ['extended'] }, async () => {
  const { clean } = await givenProcessor();
  expect(await clean('image/jpeg', await plain(10_000, 10_000).jpeg().toBuffer())).toMatchObject({ width: 10_000 });
});

test('processes large pictures one at a time', async () => {
  const { folder, processor } = await givenProcessor({ processes: 2 });
  const cleanTwice = async (picture: Buffer) => {
    const path = join(folder, 'source');
    await writeFile(path, picture);
    const targets = ['first', 'second'].map((name) => join(folder, name));
    await Promise.all(targets.map((target) => processor.clean({ path, mimeType: 'image/png' }, target)));
    return targets;
  };
  for (const path of await cleanTwice(await pngPicture())) await rm(path);
  const targets = await cleanTwice(blackPng(8000));
  const written = await Promise.all(targets.map((target) => stat(target)));
  const [first, second] = written.toSorted((one, other) => one.birthtimeMs - other.birthtimeMs);
  expect(first?.mtimeMs).toBeLessThanOrEqual(second?.birthtimeMs ?? 0);
});

test('rejects an animation of 10,000 frames', async () => {
  const { clean } = await givenProcessor();
  await expect(clean('image/gif', await gifOfFrames(10_000, 400))).rejects.toMatchObject(tooLarge);
  expect(await clean('image/gif', await gifOfFrames(1000, 40))).toMatchObject({ isAnimated: true });
});

async function gifOfFrames(count: number, side: number): Promise<Buffer> {
  const gif = await animatedGif({ width: 2, height: 2 });
  gif.writeUInt16LE(side, 6);
  gif.writeUInt16LE(side, 8);
  const head = gif.subarray(0, gif.indexOf(Buffer.from([0x21, 0xf9])));
  const frames = gif.subarray(head.length, -1);
  return Buffer.concat([head, ...Array.from({ length: Math.ceil(count / 3) }, () => frames), gif.subarray(-1)]);
}

test('makes every size by the rule in every format', async () => {
  const { make } = await givenProcessor();
  const formats: PictureType[] = ['image/png', 'image/webp', 'image/jpeg'];
  const side = fc.integer({ min: 1, max: 300 });
  const size = fc.record({ width: side, height: side, cut: fc.constantFrom('', 'xc', 'xs', 'xq') });
  const given = fc.record({ width: side, height: side, sizes: fc.array(size, { minLength: 1, maxLength: 4 }) });
  await fc.assert(
    fc.asyncProperty(given, async ({ width, height, sizes }) => {
      const names = sizes.map((one) => `${one.width}x${one.height}${one.cut}`);
      const requested = names.flatMap((name) => formats.map((format) => [name, format] as const));
      const paths = await make(await pngPicture({ width, height }), requested);
      for (const [index, [name, format]] of requested.entries()) {
        const created = await sharp(paths[index]).metadata();
        const expected = variantDimensions(parseVariantSize(name) as VariantSize, { width, height });
        expect({ width: created.width, height: created.height, type: created.mediaType }).toEqual({
          ...expected,
          type: format,
        });
      }
    }),
    { numRuns: 15 },
  );
});

test('uncleaned photos yield upright sizes without metadata in every format', async () => {
  const { make } = await givenProcessor();
  const types = ['image/jpeg', 'image/webp', 'image/avif', 'image/png'] as const;
  const requested = types.flatMap((type) => [['30x30', type] as const, ['raw', type] as const]);
  const paths = await make(await jpegPhoto(), requested);
  for (const [index, path] of paths.entries()) {
    const { width, height, orientation, exif, xmp, icc, mediaType } = await sharp(path).metadata();
    const dimensions = index % 2 === 0 ? { width: 20, height: 30 } : { width: 40, height: 60 };
    expect({ width, height, orientation, exif, xmp, mediaType }).toEqual({
      ...dimensions,
      mediaType: requested[index]?.[1],
    });
    expect(icc).toBeDefined();
    expect(readFileSync(path, 'latin1')).not.toMatch(/Hanako|GPS/);
  }
});

test('animations move in GIF and WebP, are still elsewhere', async () => {
  const { make } = await givenProcessor();
  const [gif, webp, square, png] = await make(await animatedGif(), [
    ['30x30', 'image/gif'],
    ['30x30', 'image/webp'],
    ['30x30xs', 'image/gif'],
    ['30x30', 'image/png'],
  ]);
  const times = { pages: 3, delay: [100, 200, 300], loop: 3 };
  const seen = (path?: string) => sharp(path, { animated: true }).metadata();
  expect(await seen(gif)).toMatchObject({ ...times, mediaType: 'image/gif', width: 30, pageHeight: 20 });
  expect(await seen(webp)).toMatchObject({ ...times, mediaType: 'image/webp', width: 30, pageHeight: 20 });
  expect(await seen(square)).toMatchObject({ ...times, width: 30, pageHeight: 30 });
  expect(await seen(png)).toMatchObject({ mediaType: 'image/png', width: 30, height: 20 });
});

test('cuts a square from the middle', async () => {
  const { make } = await givenProcessor();
  const thirds = ['#f00', '#0f0', '#00f'].map((background, index) => ({
    input: { create: { width: 20, height: 20, channels: 3 as const, background } },
    left: index * 20,
    top: 0,
  }));
  const source = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#000' } })
    .composite(thirds)
    .png()
    .toBuffer();
  const [square] = await make(source, [['20x20xs', 'image/png']]);
  const pixels = await sharp(square).removeAlpha().raw().toBuffer();
  expect([...pixels.subarray(0, 3), ...pixels.subarray(-3)]).toEqual([0, 255, 0, 0, 255, 0]);
});

test('makes all requested sizes or none', async () => {
  const { make, folder } = await givenProcessor();
  const wide = await sharp({ create: { width: 17_000, height: 2, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  const requested = [['10x10', 'image/png'] as const, ['raw', 'image/webp'] as const];
  await expect(make(wide, requested)).rejects.toMatchObject(tooLarge);
  await expect(
    make(cutOff(await pngPicture({ width: 300, height: 300 })), [['10x10', 'image/png']]),
  ).rejects.toMatchObject(unreadable);
  await expect(access(join(folder, 'made-0'))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('reports write errors as such, not as bad pictures', async () => {
  const { folder } = await givenProcessor();
  const output: string[] = [];
  const processor = createImageProcessor({ onError: ({ message }) => output.push(message) });
  onTestFinished(() => processor.close());
  const path = join(folder, 'picture');
  await writeFile(path, await jpegPicture());
  const nowhere = join(folder, 'nowhere', 'target');
  const failed = processor.clean({ path, mimeType: 'image/jpeg' }, nowhere);
  await expect(failed).rejects.toMatchObject({ status: 503 });
  const missing = processor.clean({ path: join(folder, 'gone'), mimeType: 'image/jpeg' }, nowhere);
  await expect(missing).rejects.toMatchObject({ status: 503 });
  expect(output).toEqual([expect.stringContaining('nowhere'), expect.stringContaining('ENOENT')]);
});

test('rejects a picture that takes too long and continues', async () => {
  const { clean, make } = await givenProcessor({ timeLimitMs: 1000 });
  await expect(make(blackPng(10_000), [['raw', 'image/avif']])).rejects.toMatchObject(tooLarge);
  expect(await clean('image/png', await pngPicture())).toMatchObject({ width: 60 });
});

test('rejects jobs with 503 when the queue is full', async () => {
  const { clean } = await givenProcessor({ maxWaiting: 0 });
  const first = clean('image/png', blackPng(4000));
  await expect(clean('image/png', await pngPicture())).rejects.toMatchObject({ status: 503 });
  await first;
});

test.runIf(process.platform === 'linux')('replaces a killed process at the next picture', async () => {
  const before = await childIds();
  const { clean, target } = await givenProcessor({});
  await clean('image/png', await pngPicture());
  await rm(target);
  const [started] = (await childIds()).filter((id) => !before.includes(id));
  const working = expect(clean('image/png', blackPng(8000))).rejects.toMatchObject({ status: 503 });
  await vi.waitFor(() => access(target), { interval: 5, timeout: 30_000 });
  process.kill(Number(started), 'SIGKILL');
  await working;
  expect(await clean('image/png', await pngPicture())).toMatchObject({ width: 60 });
});

async function childIds(): Promise<string[]> {
  const threads = await readdir('/proc/self/task');
  const lists = await Promise.all(threads.map((id) => readFile(`/proc/self/task/${id}/children`, 'utf8')));
  return lists.flatMap((list) => list.split(' ').filter((id) => id !== ''));
}

test('closing aborts running jobs', async () => {
  const processor = createImageProcessor({ processes: 1 });
  const { folder, target } = await givenProcessor();
  const path = join(folder, 'source');
  await writeFile(path, blackPng(8000));
  const rejected = expect(processor.clean({ path, mimeType: 'image/png' }, target)).rejects.toMatchObject({
    status: 503,
  });
  await new Promise((resolve) => setImmediate(resolve));
  await processor.close();
  await rejected;
});

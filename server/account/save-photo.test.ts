import { expect, test } from 'vitest';
import { pictures } from '#testing/pictures.ts';
import { type PictureType, readPictureSize } from './save-photo.ts';

function read(name: keyof typeof pictures, type: PictureType) {
  return readPictureSize(type, Buffer.from(pictures[name], 'base64'));
}

test.for([
  { name: 'png', type: 'image/png' },
  { name: 'jpeg', type: 'image/jpeg' },
  { name: 'lossyWebp', type: 'image/webp' },
  { name: 'losslessWebp', type: 'image/webp' },
  { name: 'extendedWebp', type: 'image/webp' },
] as const)('size is read from a $name picture', ({ name, type }) => {
  expect(read(name, type)).toEqual({ width: 3, height: 2 });
});

test('pictures of another type are rejected', () => {
  for (const [name, own] of Object.entries({ png: 'image/png', jpeg: 'image/jpeg', lossyWebp: 'image/webp' })) {
    for (const type of ['image/png', 'image/jpeg', 'image/webp'] as const) {
      if (type !== own) expect(read(name as 'png', type)).toBeUndefined();
    }
  }
});

test('truncated and invalid files are rejected', () => {
  for (const type of ['image/png', 'image/jpeg', 'image/webp'] as const) {
    for (const picture of Object.values(pictures)) {
      const bytes = Buffer.from(picture, 'base64');
      for (let length = 0; length < 20; length += 1)
        expect(readPictureSize(type, bytes.subarray(0, length))).toBeUndefined();
    }
    expect(readPictureSize(type, Buffer.alloc(10_000, 0xff))).toBeUndefined();
    expect(readPictureSize(type, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined();
  }
});

test('JPEG segments before the frame are skipped', () => {
  const thumbnail = Buffer.from('ffd8ffc0001108001000100301220002110103', 'hex');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(thumbnail.length + 2);
  const jpeg = Buffer.from(pictures.jpeg, 'base64');
  const bytes = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from('ffe1', 'hex'),
    length,
    thumbnail,
    Buffer.from('ffff', 'hex'),
    jpeg.subarray(3),
  ]);
  expect(readPictureSize('image/jpeg', bytes)).toEqual({ width: 3, height: 2 });
});

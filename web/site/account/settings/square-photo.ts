/** Side of profile photos in pixels. */
const SIDE = 256;
const QUALITY = 0.9;

export interface Photo {
  readonly contentType: 'image/webp' | 'image/jpeg';
  /** Base64. */
  readonly bytes: string;
}

/**
 * Crops and scales an image to a centered square in the browser.
 * @throws when the file is not an image that the browser can decode.
 */
export async function squarePhoto(file: Blob): Promise<Photo> {
  const picture = await createImageBitmap(file);
  try {
    return await encode(drawSquare(picture));
  } finally {
    picture.close();
  }
}

function drawSquare(picture: ImageBitmap): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws nothing');
  const side = Math.min(picture.width, picture.height);
  const left = (picture.width - side) / 2;
  const top = (picture.height - side) / 2;
  context.imageSmoothingQuality = 'high';
  // JPEG has no transparency; transparent areas would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE, SIDE);
  context.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
  return canvas;
}

/** Encodes as WebP, or as JPEG: browsers that cannot encode WebP return PNG. */
async function encode(canvas: HTMLCanvasElement): Promise<Photo> {
  const webp = await toBlob(canvas, 'image/webp');
  const blob = webp.type === 'image/webp' ? webp : await toBlob(canvas, 'image/jpeg');
  const contentType = blob.type === 'image/webp' ? 'image/webp' : 'image/jpeg';
  return { contentType, bytes: toBase64(new Uint8Array(await blob.arrayBuffer())) };
}

function toBlob(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be written'))), type, QUALITY);
  });
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

import { type QrPicture, runs, squaresPath } from '../../ui/qr-picture.tsx';

export function toSvgFile({ size, rows }: QrPicture, pixels: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${squaresPath(rows)}"/></svg>\n`;
}

/** Returns the largest size up to `requested` with whole pixels per module, but at least one pixel per module. */
export function pixelsOf({ size }: QrPicture, requested: number): number {
  return Math.max(1, Math.floor(requested / size)) * size;
}

export async function toPngFile(picture: QrPicture, requested: number): Promise<Blob> {
  const pixels = pixelsOf(picture, requested);
  const canvas = document.createElement('canvas');
  canvas.width = pixels;
  canvas.height = pixels;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  const square = pixels / picture.size;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, pixels, pixels);
  context.fillStyle = '#000';
  for (const [y, row] of picture.rows.entries()) {
    for (const [x, length] of runs(row)) context.fillRect(x * square, y * square, length * square, square);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('This browser made no PNG'))), 'image/png');
  });
}

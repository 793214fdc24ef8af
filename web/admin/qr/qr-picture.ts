/** A QR code as the squares it is made of. */
export interface QrPicture {
  /** Squares along one side, margin included. */
  readonly size: number;
  /** Row by row, whether a square is dark. */
  readonly rows: readonly (readonly boolean[])[];
}

/** How much may be unreadable and still be read: 15 %, and 7 % where only that leaves room for the text. */
const LEVELS = ['M', 'L'] as const;

/** Draws a text with a margin of so many squares; nothing where it is longer than any QR code. */
export async function drawQr(text: string, margin: number): Promise<QrPicture | undefined> {
  // What draws is loaded only when there is something to draw.
  const { encode } = await import('uqr');
  for (const ecc of LEVELS) {
    try {
      const { data, size } = encode(text, { ecc, border: margin });
      return { size, rows: data };
    } catch {
      // Too long for this level.
    }
  }
  return undefined;
}

/** The dark squares as one path, each run of them in one stroke. */
export function squaresPath(rows: QrPicture['rows']): string {
  return rows.flatMap((row, y) => runs(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)).join('');
}

/** Where dark squares begin in a row, and how many follow each other. */
function runs(row: readonly boolean[]): [x: number, length: number][] {
  const found: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = found.at(-1);
    if (isDark && last && last[0] + last[1] === x) last[1] += 1;
    else if (isDark) found.push([x, 1]);
  }
  return found;
}

/** An SVG file of so many pixels a side. */
export function toSvgFile({ size, rows }: QrPicture, pixels: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${squaresPath(rows)}"/></svg>\n`;
}

/** Squares of a picture are whole pixels: the largest picture of at most so many pixels a side, but one pixel a square at least. */
export function pixelsOf({ size }: QrPicture, wished: number): number {
  return Math.max(1, Math.floor(wished / size)) * size;
}

/** A PNG file of about so many pixels a side, drawn by the browser. */
export async function toPngFile(picture: QrPicture, wished: number): Promise<Blob> {
  const pixels = pixelsOf(picture, wished);
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

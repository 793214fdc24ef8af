export interface QrPicture {
  /** Modules per side, including the margin. */
  readonly size: number;
  /** Rows of modules; true is dark. */
  readonly rows: readonly (readonly boolean[])[];
}

/** Error correction levels in order of preference: M restores 15 %, L restores 7 % and holds more text. */
const LEVELS = ['M', 'L'] as const;

/** Encodes a text with a margin in modules. Returns undefined when the text exceeds the capacity of QR codes. */
export async function drawQr(text: string, margin: number): Promise<QrPicture | undefined> {
  // Loaded on demand to keep the screen's bundle small.
  const { encode } = await import('uqr');
  for (const ecc of LEVELS) {
    try {
      const { data, size } = encode(text, { ecc, border: margin });
      return { size, rows: data };
    } catch {
      // Exceeds the capacity at this level.
    }
  }
  return undefined;
}

export function squaresPath(rows: QrPicture['rows']): string {
  return rows.flatMap((row, y) => runs(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`)).join('');
}

function runs(row: readonly boolean[]): [x: number, length: number][] {
  const found: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = found.at(-1);
    if (isDark && last && last[0] + last[1] === x) last[1] += 1;
    else if (isDark) found.push([x, 1]);
  }
  return found;
}

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

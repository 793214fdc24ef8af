import { useEffect, useState } from 'react';

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

export function runs(row: readonly boolean[]): [x: number, length: number][] {
  const found: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = found.at(-1);
    if (isDark && last && last[0] + last[1] === x) last[1] += 1;
    else if (isDark) found.push([x, 1]);
  }
  return found;
}

export function useQrPicture(text: string, margin: number): QrPicture | 'failed' | undefined {
  const [drawn, setDrawn] = useState<QrPicture | 'failed'>();
  useEffect(() => {
    let isCurrent = true;
    const draw = async () => {
      const picture = await drawQr(text, margin).catch(() => undefined);
      if (isCurrent) setDrawn(picture ?? 'failed');
    };
    void draw();
    return () => {
      isCurrent = false;
    };
  }, [text, margin]);
  return drawn;
}

export function QrImage({ picture: { size, rows }, label }: { picture: QrPicture; label: string }) {
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width="100%" height="100%" fill="#fff" />
      <path d={squaresPath(rows)} fill="#000" />
    </svg>
  );
}

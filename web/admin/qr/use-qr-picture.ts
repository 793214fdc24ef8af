import { useEffect, useState } from 'react';
import { drawQr, type QrPicture } from './qr-picture.ts';

/** The picture of a text once it is drawn; `failed` where it is too long, or what draws could not be loaded. */
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

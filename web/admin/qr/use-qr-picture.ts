import { useEffect, useState } from 'react';
import { drawQr, type QrPicture } from './qr-picture.ts';

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

import { Button } from '@mantine/core';
import { Copy, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../ui/copy-button.tsx';
import { notifyProblem, notifySuccess } from '../ui/notify.tsx';
import { fileNameOf, type QrWish } from './qr-form-values.ts';
import { drawQr, pixelsOf, toPngFile, toSvgFile } from './qr-picture.ts';
import { useQrPicture } from './use-qr-picture.ts';

export function QrFiles({ wish }: { wish: QrWish }) {
  const { t } = useTranslation('console');
  const picture = useQrPicture(wish.url, wish.margin);
  if (picture === 'failed') return null;
  const icon = <Download size={16} aria-hidden="true" />;
  return (
    <>
      {picture && <p className="qr-note">{t('qr.pngSize', { pixels: pixelsOf(picture, wish.pixels) })}</p>}
      <div className="qr-actions">
        <Button leftSection={icon} onClick={() => void download(wish, 'png')}>
          {t('qr.png')}
        </Button>
        <Button variant="default" leftSection={icon} onClick={() => void download(wish, 'svg')}>
          {t('qr.svg')}
        </Button>
        <Button
          variant="default"
          leftSection={<Copy size={16} aria-hidden="true" />}
          onClick={() => void copyPicture(wish)}
        >
          {t('qr.copy')}
        </Button>
        <CopyButton text={wish.url} label={t('qr.copyAddress')} />
      </div>
    </>
  );
}

async function makeFile({ url, margin, pixels }: QrWish, kind: 'png' | 'svg'): Promise<Blob> {
  const picture = await drawQr(url, margin);
  if (!picture) throw new Error('Too long for a QR code');
  if (kind === 'png') return toPngFile(picture, pixels);
  return new Blob([toSvgFile(picture, pixels)], { type: 'image/svg+xml' });
}

/** Milliseconds until the object URL is revoked, after which a download can no longer start. */
const FETCHED_MS = 60_000;

async function download(wish: QrWish, kind: 'png' | 'svg'): Promise<void> {
  try {
    const address = URL.createObjectURL(await makeFile(wish, kind));
    const link = document.createElement('a');
    link.href = address;
    link.download = `${fileNameOf(wish.url)}.${kind}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), FETCHED_MS);
  } catch {
    notifyProblem('qr.downloadFailed');
  }
}

async function copyPicture(wish: QrWish): Promise<void> {
  try {
    // Safari requires the promise itself: after awaiting it, the call no longer counts as part of the click.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': makeFile(wish, 'png') })]);
    notifySuccess('done.copied');
  } catch {
    notifyProblem('qr.copyFailed');
  }
}

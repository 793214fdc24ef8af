import { Button, Popover } from '@mantine/core';
import { ExternalLink, QrCode as QrIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { qrPath } from '../../paths/console.ts';
import { QrImage, type QrPicture, runs, squaresPath, useQrPicture } from '../../ui/qr-picture.tsx';
import './qr.css';

interface QrCodeProps {
  readonly value: string;
  readonly label: string;
  /** Width of the quiet zone in modules; the standard requires four. */
  readonly margin?: number;
}

export function QrCode({ value, label, margin = 4 }: QrCodeProps) {
  const { t } = useTranslation('console');
  const picture = useQrPicture(value, margin);
  if (picture === undefined) return <span className="qr-code" aria-hidden="true" />;
  if (picture === 'failed') return <p className="qr-failed">{t('qr.tooLong')}</p>;
  return <QrImage picture={picture} label={label} />;
}

export function QrButton({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation('console');
  return (
    <Popover trapFocus returnFocus withArrow shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<QrIcon />}>
          {t('qr.code')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className="qr-popover ui-grid ui-gap-3">
          <QrCode value={value} label={label} />
          <Link to={qrPath(value)} target="_blank" data-autofocus>
            {t('qr.files')} <ExternalLink size={14} aria-label={t('qr.newTab')} />
          </Link>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
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

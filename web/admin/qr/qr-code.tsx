import { Button, Popover } from '@mantine/core';
import { ExternalLink, QrCode as QrIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { qrPath } from '../../paths/console.ts';
import { QrImage, useQrPicture } from '../../ui/qr-picture.tsx';
import './qr.css';

export interface QrCodeProps {
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

import { Button, TextInput } from '@mantine/core';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { qrPath, urlOfHash } from '../../paths/console.ts';
import { requireSession } from '../../session/guards.ts';
import { download } from '../../ui/download.ts';
import { drawQr, useQrPicture } from '../../ui/qr-picture.tsx';
import { ConsoleForm } from '../ui/console-form.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { notifyProblem, notifySuccess } from '../ui/notify.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/qr-generator.route.ts';
import { pixelsOf, QrCode, toPngFile, toSvgFile } from './qr-code.tsx';
import { fileNameOf, MARGIN, PIXELS, type QrOptions, readOptions, type TypedQrOptions } from './qr-form-values.ts';
import './qr.css';

function QrFiles({ requested }: { requested: QrOptions }) {
  const { t } = useTranslation('console');
  const picture = useQrPicture(requested.url, requested.margin);
  if (picture === 'failed') return null;
  const icon = <Download />;
  return (
    <>
      {picture && <p className="ui-note">{t('qr.pngSize', { pixels: pixelsOf(picture, requested.pixels) })}</p>}
      <div className="ui-row ui-gap-3">
        <Button leftSection={icon} onClick={() => void save(requested, 'png')}>
          {t('qr.png')}
        </Button>
        <Button variant="default" leftSection={icon} onClick={() => void save(requested, 'svg')}>
          {t('qr.svg')}
        </Button>
        <Button variant="default" leftSection={<Copy />} onClick={() => void copyPicture(requested)}>
          {t('qr.copy')}
        </Button>
        <CopyButton text={requested.url} label={t('qr.copyAddress')} />
      </div>
    </>
  );
}

async function makeFile({ url, margin, pixels }: QrOptions, kind: 'png' | 'svg'): Promise<Blob> {
  const picture = await drawQr(url, margin);
  if (!picture) throw new Error('Too long for a QR code');
  if (kind === 'png') return toPngFile(picture, pixels);
  return new Blob([toSvgFile(picture, pixels)], { type: 'image/svg+xml' });
}

async function save(requested: QrOptions, kind: 'png' | 'svg'): Promise<void> {
  try {
    download(`${fileNameOf(requested.url)}.${kind}`, await makeFile(requested, kind));
  } catch {
    notifyProblem('qr.downloadFailed');
  }
}

async function copyPicture(requested: QrOptions): Promise<void> {
  try {
    // Safari requires the promise itself: after awaiting it, the call no longer counts as part of the click.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': makeFile(requested, 'png') })]);
    notifySuccess('done.copied');
  } catch {
    notifyProblem('qr.copyFailed');
  }
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request);
  return null;
}

export default function QrGeneratorRoute() {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [typed, setTyped] = useState<TypedQrOptions>(() => ({
    url: urlOfHash(hash),
    pixels: String(PIXELS.preset),
    margin: String(MARGIN.preset),
  }));
  const { requested, fieldErrors } = readOptions(typed);
  const type = (name: keyof TypedQrOptions) => (event: React.ChangeEvent<HTMLInputElement>) =>
    setTyped((before) => ({ ...before, [name]: event.target.value }));
  const range = (name: 'pixels' | 'margin', bounds: typeof PIXELS) => ({
    type: 'number',
    value: typed[name],
    onChange: type(name),
    min: bounds.min,
    max: bounds.max,
    step: 1,
    error: fieldErrors.has(name) && t('qr.error.range', bounds),
  });
  // Keeps the typed URL for a reload.
  const keep = () => void navigate(qrPath(typed.url === '' ? undefined : typed.url), { replace: true });
  return (
    <>
      <PageTitle title={t('qr.title')} />
      <p className="lead">{t('qr.lead')}</p>
      <div className="qr-generator ui-grid ui-gap-6">
        <ConsoleForm isSearch className="qr-form ui-grid ui-gap-4" onSubmit={(event) => event.preventDefault()}>
          <TextInput
            label={t('qr.url')}
            description={t('qr.urlHelp')}
            type="url"
            inputMode="url"
            spellCheck={false}
            value={typed.url}
            onChange={type('url')}
            onBlur={keep}
            error={typed.url.trim() !== '' && fieldErrors.has('url') && t('qr.error.url')}
          />
          <div className="qr-numbers ui-grid ui-top ui-gap-4">
            <TextInput {...range('pixels', PIXELS)} label={t('qr.size')} description={t('qr.between', PIXELS)} />
            <TextInput {...range('margin', MARGIN)} label={t('qr.margin')} description={t('qr.marginHelp', MARGIN)} />
          </div>
        </ConsoleForm>
        <QrResult requested={requested} />
      </div>
    </>
  );
}

function QrResult({ requested }: { requested: QrOptions | undefined }) {
  const { t } = useTranslation('console');
  if (!requested) return <p className="empty-box ui-quiet">{t('qr.empty')}</p>;
  return (
    <section className="qr-result ui-grid ui-gap-4" aria-label={t('qr.heading')}>
      <QrCode value={requested.url} label={t('qr.ofAddress', { url: requested.url })} margin={requested.margin} />
      <p className="ui-mono ui-size-13">{requested.url}</p>
      <QrFiles requested={requested} />
    </section>
  );
}

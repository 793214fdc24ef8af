import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { requireSession } from '../../session/guards.ts';
import { ConsoleForm } from '../ui/console-form.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/qr-generator.route.ts';
import { QrCode } from './qr-code.tsx';
import { QrFiles } from './qr-files.tsx';
import { MARGIN, PIXELS, type QrWish, readWish, type TypedQrWish } from './qr-form-values.ts';
import { qrPath, urlOfHash } from './qr-path.ts';
import './qr-generator.css';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSession(request);
  return null;
}

export default function QrGeneratorRoute() {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const { hash } = useLocation();
  const [typed, setTyped] = useState<TypedQrWish>(() => ({
    url: urlOfHash(hash),
    pixels: String(PIXELS.preset),
    margin: String(MARGIN.preset),
  }));
  const { wish, faults } = readWish(typed);
  const type = (name: keyof TypedQrWish) => (event: React.ChangeEvent<HTMLInputElement>) =>
    setTyped((before) => ({ ...before, [name]: event.target.value }));
  const range = (name: 'pixels' | 'margin', bounds: typeof PIXELS) => ({
    type: 'number',
    value: typed[name],
    onChange: type(name),
    ...{ min: bounds.min, max: bounds.max, step: 1 },
    error: faults.has(name) && t('qr.fault.range', bounds),
  });
  // Keeps the typed URL for a reload.
  const keep = () => void navigate(qrPath(typed.url === '' ? undefined : typed.url), { replace: true });
  return (
    <>
      <PageTitle title={t('qr.title')} />
      <p className="lead">{t('qr.lead')}</p>
      <div className="qr-generator">
        <ConsoleForm isSearch className="qr-form" onSubmit={(event) => event.preventDefault()}>
          <TextInput
            label={t('qr.url')}
            description={t('qr.urlHelp')}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={typed.url}
            onChange={type('url')}
            onBlur={keep}
            error={typed.url.trim() !== '' && faults.has('url') && t('qr.fault.url')}
          />
          <div className="qr-numbers">
            <TextInput {...range('pixels', PIXELS)} label={t('qr.size')} description={t('qr.between', PIXELS)} />
            <TextInput {...range('margin', MARGIN)} label={t('qr.margin')} description={t('qr.marginHelp', MARGIN)} />
          </div>
        </ConsoleForm>
        <QrResult wish={wish} />
      </div>
    </>
  );
}

function QrResult({ wish }: { wish: QrWish | undefined }) {
  const { t } = useTranslation('console');
  if (!wish) return <p className="qr-empty">{t('qr.empty')}</p>;
  return (
    <section className="qr-result" aria-label={t('qr.heading')}>
      <QrCode value={wish.url} label={t('qr.ofAddress', { url: wish.url })} margin={wish.margin} />
      <p className="qr-address">{wish.url}</p>
      <QrFiles wish={wish} />
    </section>
  );
}

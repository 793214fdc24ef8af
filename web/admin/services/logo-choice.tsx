import { Button } from '@mantine/core';
import { Images } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminFile, adminFileApi } from '#contract/admin-files.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import { consoleCall } from '../../session/console-call.ts';
import { pictureAddress } from '../files/file-addresses.ts';
import { notifyFailure } from '../ui/notify.tsx';

const FilePicker = lazy(async () => ({ default: (await import('../files/file-picker.tsx')).FilePicker }));

/** Twice the display size, for high-density screens. */
const LOGO_PIXELS = 400;

export interface LogoLibrary {
  readonly serviceId: string;
  readonly settings: ServiceConfigs;
}

export function LogoChoice({ serviceId, settings, onChoose }: LogoLibrary & { onChoose: (address: string) => void }) {
  const { t } = useTranslation('console');
  const [picking, setPicking] = useState<'never' | 'open' | 'closed'>('never');

  async function choose([file]: readonly AdminFile[]): Promise<void> {
    const address = file && pictureAddress(file, LOGO_PIXELS);
    if (!address) return;
    try {
      if (file.status === 'reserved') await keep(file);
      onChoose(address);
    } catch (error) {
      notifyFailure(error);
    }
  }

  return (
    <>
      <Button variant="default" aria-haspopup="dialog" leftSection={<Images />} onClick={() => setPicking('open')}>
        {t('services.chooseLogo')}
      </Button>
      <Suspense>
        {picking !== 'never' && (
          <FilePicker
            serviceId={serviceId}
            type="image"
            settings={settings}
            opened={picking === 'open'}
            onClose={() => setPicking('closed')}
            onPick={(files) => void choose(files)}
          />
        )}
      </Suspense>
    </>
  );
}

/** Uploaded files that no post uses would be deleted after a day. */
async function keep({ serviceId, fileId }: AdminFile): Promise<void> {
  await consoleCall(adminFileApi.update, { params: { serviceId, fileId }, body: { isKept: true } });
}

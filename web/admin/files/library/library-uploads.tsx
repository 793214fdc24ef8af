import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import { notifyFailure, notifySuccess } from '../../ui/notify.tsx';
import { acceptOf } from '../upload/accept-of.ts';
import { PageDrop } from '../upload/drop-area.tsx';
import { PickButton } from '../upload/pick-button.tsx';
import { takeExisting } from '../upload/take-existing.ts';
import { UploadLimits } from '../upload/upload-limits.tsx';
import { UploadList } from '../upload/upload-list.tsx';
import type { UploadSettings } from '../upload/upload-rules.ts';
import { usePaste } from '../upload/use-paste.ts';
import { type Upload, useUploads } from '../upload/use-uploads.ts';

export interface LibraryUploadsProps {
  readonly serviceId: string;
  readonly settings: UploadSettings;
  readonly onChange: () => Promise<void>;
}

/** Upload controls and list. Uploads continue while other screens of the console are shown. */
export function LibraryUploads({ serviceId, settings, onChange }: LibraryUploadsProps) {
  const { t } = useTranslation('console');
  const { uploads, add, cancel, retry, dismiss } = useUploads({
    serviceId,
    settings,
    isKept: true,
    keptAs: `library.${serviceId}`,
    onDone: () => void onChange(),
  });
  usePaste(true, add);

  async function exchange({ id }: Upload, copy: AdminFile): Promise<void> {
    try {
      await takeExisting(copy);
      dismiss(id);
      notifySuccess('files.upload.usedThat');
    } catch (error) {
      notifyFailure(error);
    }
    await onChange();
  }

  return (
    <div className="library-uploads">
      <PageDrop isActive onFiles={add} />
      <div className="library-ways">
        <div>
          <p>{t('files.lead')}</p>
          <UploadLimits settings={settings} />
        </div>
        <PickButton label={t('files.upload.pick')} accept={acceptOf(settings)} multiple onFiles={add} />
      </div>
      <UploadList
        uploads={uploads}
        cancel={cancel}
        retry={retry}
        dismiss={dismiss}
        onUseExisting={(upload, copy) => void exchange(upload, copy)}
      />
    </div>
  );
}

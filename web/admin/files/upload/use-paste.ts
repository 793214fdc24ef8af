import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pastedFiles } from './pasted-files.ts';

export function usePaste(isEnabled: boolean, onFiles: (files: readonly File[]) => void): void {
  const { t } = useTranslation('console');
  const latest = useRef({ onFiles, t });
  latest.current = { onFiles, t };
  useEffect(() => {
    if (!isEnabled) return;
    const take = (event: ClipboardEvent) => {
      const files = pastedFiles(event, (time) => latest.current.t('files.upload.pastedName', { time }));
      if (files.length === 0) return;
      event.preventDefault();
      latest.current.onFiles(files);
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [isEnabled]);
}

import { ActionIcon } from '@mantine/core';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { notifyProblem, notifySuccess } from '../../ui/notify.tsx';
import { wholeAddress } from '../file-paths.ts';

export function FileAddresses({ file: { src, width, height, variants } }: { file: AdminFile }) {
  const { t } = useTranslation('console');
  if (src === null) return null;
  const original = { size: t('files.detail.original'), width, height, src };
  return (
    <section className="file-section" aria-labelledby="file-addresses">
      <h2 id="file-addresses">{t('files.detail.addresses')}</h2>
      <p className="file-note">{t('files.detail.addressesHelp')}</p>
      <ul className="file-addresses">
        {[original, ...variants].map((each) => (
          <li key={each.size}>
            <span className="file-address-size">
              <strong>{each.size}</strong>
              {each.width !== null && each.height !== null && (
                <span>{t('files.detail.pixelsOf', { width: each.width, height: each.height })}</span>
              )}
            </span>
            <a href={each.src} target="_blank" rel="noreferrer">
              {wholeAddress(each.src)}
            </a>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t('files.detail.copyOne', { size: each.size })}
              onClick={() => void copy(wholeAddress(each.src))}
            >
              <Copy size={16} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function copy(address: string): Promise<void> {
  if (await copyText(address)) notifySuccess('done.copied');
  else notifyProblem('posts.copyFailed');
}

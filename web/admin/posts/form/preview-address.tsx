import { useTranslation } from 'react-i18next';
import type { AdminPost } from '#contract/admin-posts.ts';
import { QrButton } from '../../qr/qr-code.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { previewAddress } from '../detail/public-address.ts';

export function PreviewAddress({ post }: { readonly post: AdminPost }) {
  const { t } = useTranslation('console');
  const address = previewAddress(post, location.origin);
  const isPublic = post.status === 'published';
  return (
    <div className="preview-address">
      <a href={address} target="_blank" rel="noreferrer">
        {t(isPublic ? 'posts.publicPage' : 'posts.preview')}
      </a>
      <CopyButton text={address} label={t(isPublic ? 'writing.copyAddress' : 'posts.copyPreview')} />
      <QrButton value={address} label={t('writing.qrOf', { title: post.title })} />
      <p className="field-help">{t('writing.previewHelp')}</p>
    </div>
  );
}

import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AdminPost } from '#contract/admin-posts.ts';
import { QrButton } from '../../qr/qr-code.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { previewAddress } from './public-address.ts';
import { readableAddress } from './readable-address.ts';

export function PostAddress({ post }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  const address = previewAddress(post, location.origin);
  const isPublic = post.status === 'published';
  return (
    <div>
      <dt>{t(isPublic ? 'posts.publicPage' : 'posts.preview')}</dt>
      <dd>
        <a className="post-address" href={address} target="_blank" rel="noreferrer">
          {readableAddress(address)}
          <ExternalLink size={14} aria-hidden="true" />
        </a>
        <span className="post-address-ways">
          <CopyButton text={address} label={t('postDetail.copy')} />
          <QrButton value={address} label={t('postDetail.qrOf', { title: post.title })} />
        </span>
      </dd>
    </div>
  );
}

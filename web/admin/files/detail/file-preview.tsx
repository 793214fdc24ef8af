import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminFile } from '#contract/admin-files.ts';
import { isPictureType } from '#contract/media-types.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { wholeVariants } from '../file-addresses.ts';
import { FileKind, FileThumb } from '../file-thumb.tsx';

export function FilePreview({ file }: { file: AdminFile }) {
  const { t } = useTranslation('console');
  const { src, mimeType, uploadedAt } = file;
  return (
    <section className="file-preview ui-grid ui-gap-2" aria-label={t('files.detail.preview')}>
      {src === null ? <FileThumb file={file} /> : <Content file={file} src={src} />}
      {src !== null && (isPictureType(mimeType) || mimeType === 'application/pdf') && (
        <a href={src} target="_blank" rel="noreferrer">
          {t('files.detail.open')}
          <ExternalLink size={14} />
        </a>
      )}
      {uploadedAt === null && <p>{t('files.detail.notThere')}</p>}
    </section>
  );
}

function Content({ file, src }: { file: AdminFile; src: string }) {
  const { mimeType, name } = file;
  if (isPictureType(mimeType)) return <Picture key={src} file={file} src={src} />;
  if (mimeType.startsWith('audio/')) {
    // biome-ignore lint/a11y/useMediaCaption: uploads have no captions
    return <audio controls preload="metadata" src={src} aria-label={name} />;
  }
  if (mimeType.startsWith('video/')) {
    // biome-ignore lint/a11y/useMediaCaption: uploads have no captions
    return <video controls preload="metadata" src={src} aria-label={name} />;
  }
  return <FileKind file={file} />;
}

const SIZES = '(width >= 60rem) 44rem, 94vw';

function Picture({ file, src }: { file: AdminFile; src: string }) {
  const language = useLanguage();
  const [isBroken, setIsBroken] = useState(false);
  const { alt, name, width, height, placeholder, variants } = file;
  if (isBroken) return <FileKind file={file} />;
  const known = width !== null && height !== null && { width, height };
  return (
    <img
      src={wholeVariants(variants).at(-1)?.src ?? src}
      srcSet={
        wholeVariants(variants)
          .map((variant) => `${variant.src} ${variant.width}w`)
          .join(', ') || undefined
      }
      sizes={SIZES}
      alt={alt[language] ?? alt.en ?? alt.ja ?? name}
      {...known}
      style={placeholder === null ? undefined : { backgroundImage: `url("${placeholder}")` }}
      onLoad={({ currentTarget }) => currentTarget.style.removeProperty('background-image')}
      onError={() => setIsBroken(true)}
    />
  );
}

import { useTranslation } from 'react-i18next';
import { extensionOf } from '#contract/media-types.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { locales, useLanguage } from '../../../i18n/language.ts';
import { formatFileSize } from '../../../ui/file-size.ts';
import { captionOf, type OfferedFile, toDownload } from '../post-media.ts';
import type { PostData } from './load-post.server.ts';

export function PostLinks({ links }: Pick<PostData, 'links'>) {
  const { t } = useTranslation();
  if (links.length === 0) return null;
  return (
    <section className="post-links" aria-labelledby="site:links">
      <h2 id="site:links">{t('post.links')}</h2>
      <ul>
        {links.map(({ id, url, label, host }) => (
          <li key={id}>
            <a href={url} rel="external noopener" lang={contentLanguage(label || host)}>
              {label || host || url}
            </a>
            {label !== '' && <span className="post-link-host ui-quiet ui-small">{host}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function PostFiles({ files }: { files: readonly OfferedFile[] }) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <section className="post-files" aria-labelledby="site:files">
      <h2 id="site:files">{t('media.files')}</h2>
      <ul>
        {files.map((file) => (
          <li key={file.fileId}>
            <File file={file} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function File({ file }: { file: OfferedFile }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { src, size, mimeType, fileId } = file;
  // A caption from the post replaces the file's name; the file's own caption is shown in addition.
  const name = file.caption || file.name || fileId;
  const caption = file.caption ? '' : captionOf(file, language);
  const facts = [typeOf(mimeType), size === undefined ? '' : formatFileSize(size, locales[language])];
  return (
    <>
      <a className="post-file-name" href={src} lang={contentLanguage(name, language)}>
        {name}
      </a>
      <span className="post-file-facts ui-quiet ui-small">{facts.filter((fact) => fact !== '').join(' · ')}</span>
      <a className="post-file-download" href={toDownload(src)} aria-label={t('media.downloadOf', { name })}>
        {t('media.download')}
      </a>
      {caption !== '' && (
        <p className="post-file-caption ui-quiet ui-small" lang={contentLanguage(caption, language)}>
          {caption}
        </p>
      )}
    </>
  );
}

function typeOf(mimeType: string): string {
  const extension = extensionOf(mimeType);
  return extension === 'bin' ? '' : extension.toUpperCase();
}

import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPost } from '#contract/admin-posts.ts';
import type { ShownFile } from '#contract/files.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { FileThumb } from '../../files/file-thumb.tsx';
import { useFileSize } from '../../files/use-file-size.ts';
import { toThumb, wordingIn } from '../shown-file.ts';
import { Gallery } from './gallery.tsx';
import '../../files/files.css';
import './post-media.css';

export function PostMedia({ post: { thumbnail, images, files } }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  return (
    <>
      {thumbnail && (
        <div>
          <dt>{t('postFiles.thumbnail')}</dt>
          <dd className="post-thumbnail">
            <FileThumb file={toThumb(thumbnail)} />
          </dd>
        </div>
      )}
      {images.length > 0 && (
        <div>
          <dt>{t('postFiles.countOfImages', { count: images.length })}</dt>
          <dd>
            <PostImages images={images} />
          </dd>
        </div>
      )}
      {files.length > 0 && (
        <div>
          <dt>{t('postFiles.files')}</dt>
          <dd>
            <ul className="post-file-list">
              {files.map((file) => (
                <PostFileLine key={file.fileId} file={file} />
              ))}
            </ul>
          </dd>
        </div>
      )}
    </>
  );
}

function PostImages({ images }: { images: readonly ShownFile[] }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const [opened, setOpened] = useState<number>();
  return (
    <>
      <ul className="post-images">
        {images.map((image, index) => (
          <li key={image.fileId}>
            <button
              type="button"
              aria-haspopup="dialog"
              aria-label={t('postFiles.openImage', {
                number: index + 1,
                count: images.length,
                words: image.caption || wordingIn(image.alt, language) || image.name || '',
              })}
              onClick={() => setOpened(index)}
            >
              <FileThumb file={toThumb(image)} pixels={240} />
            </button>
          </li>
        ))}
      </ul>
      <Gallery images={images} opened={opened} onShow={setOpened} />
    </>
  );
}

function PostFileLine({ file: { name, fileId, caption, src, size } }: { file: ShownFile }) {
  const sizeOf = useFileSize();
  const label = caption || name || fileId;
  return (
    <li>
      {src === undefined ? (
        <span lang={contentLanguage(label)}>{label}</span>
      ) : (
        <a href={src} target="_blank" rel="noreferrer" lang={contentLanguage(label)}>
          <Download size={14} aria-hidden="true" />
          {label}
        </a>
      )}
      {size !== undefined && <span className="post-file-size">{sizeOf(size)}</span>}
    </li>
  );
}

import { ActionIcon, Modal } from '@mantine/core';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminPost } from '#contract/admin-posts.ts';
import type { ShownFile } from '#contract/files.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { FileThumb } from '../../files/file-thumb.tsx';
import { useFileSize } from '../../files/use-file-size.ts';
import { toThumb, wordingIn } from '../shown-file.ts';
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
      <ul className="post-images ui-grid ui-gap-2">
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
          <Download size={14} />
          {label}
        </a>
      )}
      {size !== undefined && <span className="post-file-size ui-tiny">{sizeOf(size)}</span>}
    </li>
  );
}

interface GalleryProps {
  readonly images: readonly ShownFile[];
  readonly opened: number | undefined;
  readonly onShow: (index: number | undefined) => void;
}

function Gallery({ images, opened, onShow }: GalleryProps) {
  const { t } = useTranslation('console');
  const count = images.length;
  const image = opened === undefined ? undefined : images[opened];

  const step = (by: number) => onShow(((opened ?? 0) + by + count) % count);
  function move({ key }: KeyboardEvent): void {
    if (key === 'ArrowRight') step(1);
    if (key === 'ArrowLeft') step(-1);
  }

  return (
    <Modal
      opened={image !== undefined}
      onClose={() => onShow(undefined)}
      title={t('postFiles.imageNumber', { number: (opened ?? 0) + 1, count })}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      size="72rem"
      centered
      onKeyDown={move}
    >
      {image && <GalleryPicture key={image.fileId} image={image} />}
      {count > 1 && (
        <div className="gallery-steps ui-line ui-gap-3">
          <ActionIcon variant="default" size="xl" aria-label={t('postFiles.previousImage')} onClick={() => step(-1)}>
            <ChevronLeft size={24} />
          </ActionIcon>
          <ActionIcon variant="default" size="xl" aria-label={t('postFiles.nextImage')} onClick={() => step(1)}>
            <ChevronRight size={24} />
          </ActionIcon>
        </div>
      )}
    </Modal>
  );
}

function GalleryPicture({ image }: { image: ShownFile }) {
  const { t } = useTranslation('console');
  const language = useLanguage();
  const { src, srcSet, width, height, name = '' } = image;
  const caption = image.caption || wordingIn(image.captions, language);
  const alt = wordingIn(image.alt, language);
  return (
    <figure className="gallery-picture ui-grid ui-gap-3">
      {src === undefined ? (
        <p>{t('postFiles.notThere')}</p>
      ) : (
        <img
          src={src}
          width={width}
          height={height}
          {...(srcSet !== undefined && { srcSet, sizes: 'min(72rem, 100vw)' })}
          alt={alt || name}
          decoding="async"
        />
      )}
      <figcaption aria-live="polite">
        {caption !== '' && <span lang={contentLanguage(caption)}>{caption}</span>}
        <span className="ui-note">{name}</span>
      </figcaption>
    </figure>
  );
}

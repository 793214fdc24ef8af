import { ActionIcon, Modal } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownFile } from '#contract/files.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { wordingIn } from '../shown-file.ts';

export interface GalleryProps {
  readonly images: readonly ShownFile[];
  readonly opened: number | undefined;
  readonly onShow: (index: number | undefined) => void;
}

export function Gallery({ images, opened, onShow }: GalleryProps) {
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
      className="gallery"
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
        <div className="gallery-steps">
          <ActionIcon variant="default" size="xl" aria-label={t('postFiles.previousImage')} onClick={() => step(-1)}>
            <ChevronLeft aria-hidden="true" />
          </ActionIcon>
          <ActionIcon variant="default" size="xl" aria-label={t('postFiles.nextImage')} onClick={() => step(1)}>
            <ChevronRight aria-hidden="true" />
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
    <figure className="gallery-picture">
      {src === undefined ? (
        <p>{t('postFiles.notThere')}</p>
      ) : (
        <img
          {...{ src, width, height }}
          {...(srcSet !== undefined && { srcSet, sizes: 'min(72rem, 100vw)' })}
          alt={alt || name}
          decoding="async"
        />
      )}
      <figcaption aria-live="polite">
        {caption !== '' && <span lang={contentLanguage(caption)}>{caption}</span>}
        <span className="gallery-name">{name}</span>
      </figcaption>
    </figure>
  );
}

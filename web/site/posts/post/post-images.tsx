import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#contract/site-config.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { backdropOf, captionOf, isCover, type ShownImage, wordingFor } from '../post-media.ts';

/** Layout widths for `sizes`, matching `post-files.css` and `frame.css`. */
const COVER_ROOM = { '(min-width: 82rem) ': '59rem', '(min-width: 75rem) ': '92vw - 17rem', '': '92vw' };
const LEAD_ROOM = { '(min-width: 50rem) ': '46rem', '': '92vw' };
const PAIR_ROOM = { '(min-width: 50rem) ': '22rem', '(min-width: 36rem) ': '44vw', '': '92vw' };

/** A cover is for a place between the head of the page and its columns, any other picture for the column of the text. */
export function LeadImage({ image }: { image: ShownImage }) {
  const language = useLanguage();
  const spansColumns = isCover(image);
  return (
    <figure className={spansColumns ? 'post-lead columns-cover' : 'post-lead'}>
      <Picture image={image} language={language} room={spansColumns ? COVER_ROOM : LEAD_ROOM} isFirst />
      <Caption text={captionOf(image, language)} language={language} />
    </figure>
  );
}

export function PostImages({ images }: { images: readonly ShownImage[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (images.length === 0) return null;
  const isAlone = images.length === 1;
  return (
    <section className="post-images" aria-label={t('media.images')}>
      <ul className={isAlone ? 'post-images-alone' : undefined}>
        {images.map((image) => (
          <li key={image.fileId}>
            <figure>
              <a href={image.src} aria-label={t('media.enlarge', { name: nameOf(image, language) })}>
                <Picture image={image} language={language} room={isAlone ? LEAD_ROOM : PAIR_ROOM} />
              </a>
              <Caption text={captionOf(image, language)} language={language} />
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf(image: ShownImage, language: Language): string {
  return wordingFor(image.alt, language) || captionOf(image, language) || (image.name ?? '');
}

interface PictureProps {
  readonly image: ShownImage;
  readonly language: Language;
  readonly room: Readonly<Record<string, string>>;
  readonly isFirst?: boolean;
}

function Picture({ image, language, room, isFirst = false }: PictureProps) {
  const { src, srcSet, width, height } = image;
  const alt = wordingFor(image.alt, language);
  const ratio = Number((width / height).toFixed(4));
  const sizes = Object.entries(room).map(([media, least]) => `${media}min(${least}, ${width}px, 80vh * ${ratio})`);
  const bounds = { '--picture-width': `${width}px`, '--picture-ratio': ratio } as CSSProperties;
  return (
    <img
      src={src}
      width={width}
      height={height}
      alt={alt}
      {...(srcSet !== undefined && { srcSet, sizes: sizes.join(', ') })}
      lang={alt === '' ? undefined : contentLanguage(alt, language)}
      {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      decoding="async"
      style={{ ...bounds, ...backdropOf(image) }}
    />
  );
}

function Caption({ text, language }: { text: string; language: Language }) {
  return text === '' ? null : <figcaption lang={contentLanguage(text, language)}>{text}</figcaption>;
}

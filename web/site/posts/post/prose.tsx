import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { sitePathOf } from '../../../paths/site.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { showToast } from '../../ui/toasts.tsx';
import type { PostData } from './load-post.server.ts';

/** The server renders the text; with scripts, code can be copied and pictures enlarged. */
export function Prose({ post: { bodyHtml, bodyFormat, language, languageTag = language } }: { post: PostData }) {
  const prose = useRef<HTMLDivElement>(null);
  const follow = useSiteLinks();
  const [picture, setPicture] = useState<HTMLImageElement>();
  useCopyButtons(prose, bodyHtml);
  useEnlargeableImages(prose, bodyHtml);
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (isEnlargeable(event.target)) setPicture(event.target);
    else follow(event);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if ((event.key !== 'Enter' && event.key !== ' ') || !isEnlargeable(event.target)) return;
    event.preventDefault();
    setPicture(event.target);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles clicks on links and pictures inside */}
      <div
        ref={prose}
        className="prose"
        data-format={bodyFormat}
        lang={languageTag}
        onClick={onClick}
        onKeyDown={onKeyDown}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes the HTML
        dangerouslySetInnerHTML={{ __html: bodyHtml }}
      />
      {picture && <Lightbox picture={picture} onClose={() => setPicture(undefined)} />}
    </>
  );
}

function isEnlargeable(target: EventTarget): target is HTMLImageElement {
  return target instanceof HTMLImageElement && target.getAttribute('role') === 'button';
}

/** Handles clicks in HTML that React did not render: links to pages of the site navigate on the client. */
function useSiteLinks(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented, target } = event;
    if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return;
    const path = sitePathOf(link.href, location.href);
    if (path === undefined) return;
    event.preventDefault();
    navigate(path);
  };
}

function useCopyButtons(prose: RefObject<HTMLElement | null>, html: string): void {
  const { t } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML has no buttons
  useEffect(() => {
    const bars = [...(prose.current?.querySelectorAll('pre') ?? [])].map((block) => {
      const code = block.textContent;
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = t('post.copyCode');
      button.addEventListener('click', async () => {
        if (await copyText(code)) showToast(t('post.copied'));
        else showToast(t('post.copyFailed'), 'danger');
      });
      const bar = document.createElement('span');
      bar.className = 'code-bar';
      bar.append(button);
      block.prepend(bar);
      return bar;
    });
    return () => {
      for (const bar of bars) bar.remove();
    };
  }, [prose, html, t]);
}

/** Smaller pictures are icons. */
const MIN_WIDTH = 240;

/** Pictures with a link of their own keep it. */
function useEnlargeableImages(prose: RefObject<HTMLElement | null>, html: string): void {
  const { t } = useTranslation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML has new images
  useEffect(() => {
    const images = prose.current?.querySelectorAll<HTMLImageElement>('img') ?? [];
    for (const image of images) {
      if (image.width < MIN_WIDTH || image.closest('a, summary')) continue;
      image.tabIndex = 0;
      image.setAttribute('role', 'button');
      image.setAttribute('aria-haspopup', 'dialog');
      image.setAttribute('aria-label', [t('post.enlarge'), image.alt].filter(Boolean).join(': '));
    }
  }, [prose, html, t]);
}

function Lightbox({ picture, onClose }: { picture: HTMLImageElement; onClose: () => void }) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { src, srcset, alt } = picture;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog
    <dialog ref={dialog} className="lightbox" aria-label={alt || t('post.enlarge')} onClose={onClose} onClick={onClose}>
      <img src={src} {...(srcset !== '' && { srcSet: srcset, sizes: '100vw' })} alt={alt} />
      <button type="button">{t('post.close')}</button>
    </dialog>
  );
}

import { type MouseEvent, memo } from 'react';
import type { BodyFormat } from '#contract/posts.ts';
import '../../ui/code.css';
import '../../ui/prose-base.css';
import '../../ui/prose.css';

interface ProseProps {
  readonly html: string;
  readonly format: BodyFormat;
  readonly language: string | undefined;
}

/** Post body in the typography of the public site. `html` must be sanitized by the server. */
export const Prose = memo(function Prose({ html, format, language }: ProseProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles clicks on links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link fires click
    <div
      className="prose"
      data-format={format}
      lang={language}
      onClick={handleLinkClick}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes the HTML
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
});

/** Scrolls to fragment links and opens all others in a new tab, so that unsaved changes are not lost. */
function handleLinkClick(event: MouseEvent<HTMLElement>): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.hasAttribute('href')) return;
  event.preventDefault();
  const target = link.getAttribute('href') ?? '';
  if (!target.startsWith('#')) {
    window.open(link.href, '_blank', 'noopener');
    return;
  }
  const name = decodeName(target.slice(1));
  event.currentTarget.querySelector(`[id="${CSS.escape(name)}"]`)?.scrollIntoView({ block: 'nearest' });
}

function decodeName(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

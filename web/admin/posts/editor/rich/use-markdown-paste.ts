import type { Editor } from '@tiptap/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { postConversionApi } from '#contract/post-conversions.ts';
import { backgroundCall } from '../../../../session/console-call.ts';
import { MarkFace } from '../upload-place.ts';
import { cleanPaste } from './clean-paste.ts';
import { beginConverting, endConverting } from './converting.ts';
import { betweenCompositions } from './rich-upload-marks.ts';

/** Inserts pasted Markdown as written, then replaces it by its conversion when that succeeds. */
export function useMarkdownPaste(serviceId: string, editor: () => Editor | undefined) {
  const { t } = useTranslation('console');
  const latest = useRef({ serviceId, t });
  latest.current = { serviceId, t };
  const count = useRef(0);

  async function toHtml(body: string): Promise<string> {
    const request = {
      params: { serviceId: latest.current.serviceId },
      body: { body, from: 'markdown', to: 'html' },
    } as const;
    return cleanPaste((await backgroundCall(postConversionApi.convert, request)).body).html;
  }

  const take = useRef((text: string, position: number) => {
    const current = editor();
    if (!current) return;
    count.current += 1;
    const id = `markdown-${count.current}`;
    let isSettled = false;
    const settle = (html?: string) => {
      if (isSettled || current.isDestroyed) return;
      isSettled = true;
      betweenCompositions(current.view, () => {
        if (!current.isDestroyed) endConverting(current, id, html);
      });
    };
    const asWritten = () => settle();
    const face = new MarkFace(latest.current.t('richText.converting'), {
      label: latest.current.t('richText.asWritten'),
      run: asWritten,
    });
    beginConverting(current, { id, face, position, text });
    toHtml(text).then(settle, asWritten);
  });
  return take.current;
}

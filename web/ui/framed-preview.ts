import { showTheme, type Theme } from './theme.ts';

const READY = 'preview-ready';
const DATA = 'preview-data';

/**
 * Shows data in a page of the same origin in a frame, once the page is ready and whenever this is called again. Returns
 * a function that stops.
 */
export function sendPreview(frame: HTMLIFrameElement, data: object, theme: Theme): () => void {
  const send = () => frame.contentWindow?.postMessage({ kind: DATA, data, theme }, location.origin);
  const onMessage = ({ source, origin, data: message }: MessageEvent) => {
    if (source === frame.contentWindow && origin === location.origin && message?.kind === READY) send();
  };
  window.addEventListener('message', onMessage);
  send();
  return () => window.removeEventListener('message', onMessage);
}

/**
 * Passes on the data that the page around this frame sends, and returns a function that stops. Other origins cannot
 * embed this page or send.
 */
export function receivePreview<Data>(show: (data: Data) => void): () => void {
  const onMessage = ({ source, origin, data: message }: MessageEvent) => {
    if (source !== window.parent || origin !== location.origin || message?.kind !== DATA) return;
    showTheme(message.theme);
    show(message.data);
  };
  window.addEventListener('message', onMessage);
  window.parent.postMessage({ kind: READY }, location.origin);
  return () => window.removeEventListener('message', onMessage);
}

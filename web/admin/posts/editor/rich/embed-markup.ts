import { escapeText } from '../escape-text.ts';
import { isSafeLink } from './safe-link.ts';

const FILM = /\.(?:mp4|webm|ogv|mov|m4v)$/i;
const SOUND = /\.(?:mp3|m4a|ogg|oga|wav|flac|opus)$/i;

/**
 * Returns markup for media of another site, given a URL or embed code: a player for video and audio files, else a link,
 * because the server removes frames. Returns undefined when there is no usable URL.
 */
export function embedMarkup(typed: string): string | undefined {
  const address = addressIn(typed.trim());
  if (!address) return undefined;
  const written = escapeText(address);
  const { pathname } = new URL(address);
  if (FILM.test(pathname)) return `<video controls src="${written}"></video>`;
  if (SOUND.test(pathname)) return `<audio controls src="${written}"></audio>`;
  return `<p><a href="${written}">${written}</a></p>`;
}

function addressIn(typed: string): string | undefined {
  const [, inCode] = /\ssrc\s*=\s*["']([^"']+)["']/i.exec(typed) ?? [];
  const address = (inCode ?? typed).replace(/^\/\//, 'https://').replaceAll('&amp;', '&');
  const isAddress = /^https?:\/\/[^\s"'<>]+$/i.test(address) && isSafeLink(address);
  return isAddress && URL.canParse(address) ? address : undefined;
}

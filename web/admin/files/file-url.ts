export function wholeAddress(src: string): string {
  return new URL(src, location.origin).href;
}

/** Returns the URL that makes browsers save the file instead of displaying it. */
export function downloadAddress(src: string): string {
  return `${src}${src.includes('?') ? '&' : '?'}download`;
}

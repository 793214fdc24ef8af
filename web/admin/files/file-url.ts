export function wholeAddress(src: string): string {
  return new URL(src, location.origin).href;
}

export function downloadAddress(src: string): string {
  return `${src}${src.includes('?') ? '&' : '?'}download`;
}

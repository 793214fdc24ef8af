export const filesPath = (serviceId: string, search = '') => `/admin/files/${serviceId}${search}`;
export const filePath = (serviceId: string, fileId: string) => `${filesPath(serviceId)}/${fileId}`;

export function wholeAddress(src: string): string {
  return new URL(src, location.origin).href;
}

/** Returns the URL that makes browsers save the file instead of displaying it. */
export function downloadAddress(src: string): string {
  return `${src}${src.includes('?') ? '&' : '?'}download`;
}

/** Addresses of the console's screens of files, and of files themselves. */
export const filesPath = (serviceId: string, search = '') => `/admin/files/${serviceId}${search}`;
export const filePath = (serviceId: string, fileId: string) => `${filesPath(serviceId)}/${fileId}`;

/** A file's address as it can be used anywhere. */
export function wholeAddress(src: string): string {
  return new URL(src, location.origin).href;
}

/** Where a file is kept rather than shown by the browser that opens it. */
export function downloadAddress(src: string): string {
  return `${src}${src.includes('?') ? '&' : '?'}download`;
}

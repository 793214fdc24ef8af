/** Accepts host names and addresses of this machine, with or without the brackets of a URL. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host);
}

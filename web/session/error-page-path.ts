export function errorPagePath(name: 'forbidden' | 'notfound'): string {
  return `/error/${name}?from=console`;
}

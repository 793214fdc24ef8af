/** The site's page that tells why a screen of the console is not shown, with a way back to it. */
export function errorPagePath(name: 'forbidden' | 'notfound'): string {
  return `/error/${name}?from=console`;
}

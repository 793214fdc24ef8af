/** Whether a path is one of the site's pages about the visitor's own account, which have texts of their own. */
export function isAccountPath(pathname: string): boolean {
  return /^\/(?:signin|signup|signout|user|settings)(?:\/|$)/.test(pathname);
}

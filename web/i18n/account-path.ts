export function isAccountPath(pathname: string): boolean {
  return /^\/(?:signin|signup|signout|user|settings)(?:\/|$)/.test(pathname);
}

/** Front page, about page, posts and lists. Paths of files contain a dot. */
const PAGE = /^\/(?:about|posts\/[^.]+)?$/;

/** Returns the path of a link to another page of the site; undefined for other sites, files and anchors in the page. */
export function sitePathOf(address: string, from: string): string | undefined {
  const [to, here] = [new URL(address), new URL(from)];
  if (to.origin !== here.origin || !PAGE.test(to.pathname)) return undefined;
  const isHere = to.pathname === here.pathname && to.search === here.search;
  return isHere && to.hash !== '' ? undefined : `${to.pathname}${to.search}${to.hash}`;
}

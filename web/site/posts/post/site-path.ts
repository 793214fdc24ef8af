/** The front page, the page about the site, and posts with their lists; files among them have a dot. */
const PAGE = /^\/(?:about|posts\/[^.]+)?$/;

/** The path of another page of the site that an address leads to; nothing for other sites, files and places in the page. */
export function sitePathOf(address: string, from: string): string | undefined {
  const [to, here] = [new URL(address), new URL(from)];
  if (to.origin !== here.origin || !PAGE.test(to.pathname)) return undefined;
  const isHere = to.pathname === here.pathname && to.search === here.search;
  return isHere && to.hash !== '' ? undefined : `${to.pathname}${to.search}${to.hash}`;
}

import { cardColors } from './card-colors.ts';

const GROUND =
  'M3 .9C9 .4 23 .6 29 .8c1.6 0 2 .8 2.1 2.2.3 9 .2 18 0 26 0 1.6-.7 2.1-2.1 2.2-8 .3-18 .2-26 0C1.4 31.1.9 30.5.9 29 .5 21 .7 11 .9 3 .9 1.7 1.5 1 3 .9Z';
const CARVING =
  'M66 60L476 45L434 75L24 90ZM206 55C201 205 176 325 146 425L104 455C134 355 159 235 164 85ZM141 430C201 417 254 389 300 356L258 387C212 420 159 447 99 460ZM258 387C265 381 272 376 279 370L321 340C314 345 307 351 300 356ZM186 200L351 185L309 215L144 230ZM351 175C351 275 351 335 376 380L334 410C309 365 309 305 309 205ZM376 380C406 435 461 445 506 415L464 445C419 475 364 465 334 410ZM440 430C465 410 475 380 475 330L495 330L505 425L455 445ZM236 250C256 265 266 285 276 310L234 340C224 315 214 295 194 280Z';

export function sealAt({ x, y, size, color }: { x: number; y: number; size: number; color: string }): string {
  const carving = cardColors.paper;
  return [
    `<g transform="translate(${x} ${y}) scale(${size / 32})">`,
    `<path fill="${color}" d="${GROUND}"/>`,
    `<path fill="${carving}" stroke="${carving}" stroke-width="16" stroke-linejoin="round"`,
    ` transform="translate(3.5 3.7) scale(.0492)" d="${CARVING}"/></g>`,
  ].join('');
}

import sharp from 'sharp';
import { contrastOf } from '#contract/accent.ts';
import { CARD_SIZE } from '#contract/cards.ts';
import { type Block, type Element, type TextBlock, TypeSetter } from './typography.ts';

const GROUND =
  'M3 .9C9 .4 23 .6 29 .8c1.6 0 2 .8 2.1 2.2.3 9 .2 18 0 26 0 1.6-.7 2.1-2.1 2.2-8 .3-18 .2-26 0C1.4 31.1.9 30.5.9 29 .5 21 .7 11 .9 3 .9 1.7 1.5 1 3 .9Z';
const CARVING =
  'M66 60L476 45L434 75L24 90ZM206 55C201 205 176 325 146 425L104 455C134 355 159 235 164 85ZM141 430C201 417 254 389 300 356L258 387C212 420 159 447 99 460ZM258 387C265 381 272 376 279 370L321 340C314 345 307 351 300 356ZM186 200L351 185L309 215L144 230ZM351 175C351 275 351 335 376 380L334 410C309 365 309 305 309 205ZM376 380C406 435 461 445 506 415L464 445C419 475 364 465 334 410ZM440 430C465 410 475 380 475 330L495 330L505 425L455 445ZM236 250C256 265 266 285 276 310L234 340C224 315 214 295 194 280Z';

function sealAt({ x, y, size, color }: { x: number; y: number; size: number; color: string }): string {
  const carving = cardColors.paper;
  return [
    `<g transform="translate(${x} ${y}) scale(${size / 32})">`,
    `<path fill="${color}" d="${GROUND}"/>`,
    `<path fill="${carving}" stroke="${carving}" stroke-width="16" stroke-linejoin="round"`,
    ` transform="translate(3.5 3.7) scale(.0492)" d="${CARVING}"/></g>`,
  ].join('');
}

const LEFT = 96;
const WIDTH = CARD_SIZE.width - 2 * LEFT;
const TITLE = { top: 88, bottom: 462 } as const;
const FOOT = { top: 506, height: 56 } as const;
const BAR = 14;
const LINE_TOP = 482;
const SEAL_GAP = 18;
const DETAIL_GAP = 26;

const LEADING = { japanese: 1.36, latin: 1.16 } as const;
const DETAIL_LEADING = { japanese: 1.5, latin: 1.35 } as const;

const titleSettings = {
  japanese: [
    { size: 112, maxLines: 1 },
    { size: 96, maxLines: 2 },
    { size: 84, maxLines: 2 },
    { size: 74, maxLines: 3 },
    { size: 66, maxLines: 3 },
    { size: 60, maxLines: 3 },
    { size: 54, maxLines: 4 },
    { size: 48, maxLines: 4 },
    { size: 44, maxLines: 5 },
  ],
  latin: [
    { size: 116, maxLines: 1 },
    { size: 96, maxLines: 2 },
    { size: 84, maxLines: 3 },
    { size: 74, maxLines: 3 },
    { size: 64, maxLines: 4 },
    { size: 56, maxLines: 4 },
    { size: 50, maxLines: 5 },
  ],
} as const;

function oneLine(size: number) {
  return { japanese: [{ size, maxLines: 1 }], latin: [{ size, maxLines: 1 }] } as const;
}

/** Takes tenths of a second and much memory, so call it in a worker process. */
export async function drawCard(card: Card): Promise<Buffer> {
  const svg = await toSvg(card);
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 64, dither: 0, compressionLevel: 9 }).toBuffer();
}

async function toSvg(card: Card): Promise<string> {
  const { hasSeal, publisher } = card;
  const color = toSealColor(card.accentColor);
  const footLeft = hasSeal ? LEFT + FOOT.height + SEAL_GAP : LEFT;
  const texts = textsOf(card, footLeft);
  const setter = await TypeSetter.for(Object.values(texts));
  const title = setter.set(texts.title);
  // No character of the title has a glyph.
  if (title.lines.length === 0 && publisher !== '') return toSvg({ ...card, title: publisher, publisher: '' });
  const foot = setter.set(texts.foot);
  const main = standing([title, setter.set(texts.detail)]);
  const { ink, quiet } = cardColors;
  const elements: Element[] = [
    ...main.flatMap(({ block, top }) =>
      setter.blockAt(block, { left: LEFT, top, color: block === title ? ink : quiet }),
    ),
    ...setter.blockAt(foot, { left: footLeft, top: FOOT.top + (FOOT.height - foot.lineHeight) / 2, color: ink }),
  ];
  return onPaper(
    `${hasSeal ? sealAt({ x: LEFT, y: FOOT.top, size: FOOT.height, color }) : ''}${await setter.draw(elements, CARD_SIZE)}`,
    color,
  );
}

function textsOf({ title, detail, publisher }: Card, footLeft: number) {
  const maxLetters = 320;
  return {
    title: { text: title, maxLetters, width: WIDTH, settings: titleSettings, leading: LEADING },
    detail: { text: detail, maxLetters, width: WIDTH, settings: detailSettings, leading: DETAIL_LEADING },
    foot: { text: publisher, maxLetters, width: LEFT + WIDTH - footLeft, settings: oneLine(30), leading: LEADING },
  } satisfies Record<string, TextBlock>;
}

function onPaper(content: string, color: string): string {
  const { width, height } = CARD_SIZE;
  const { paper, hairline } = cardColors;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${paper}"/>`,
    `<rect width="${width}" height="${BAR}" fill="${color}"/>`,
    `<path d="M${LEFT} ${LINE_TOP}H${LEFT + WIDTH}" stroke="${hairline}" stroke-width="2"/>`,
    `${content}</svg>`,
  ].join('');
}

const detailSettings = {
  japanese: [{ size: 32, maxLines: 3 }],
  latin: [{ size: 34, maxLines: 3 }],
} as const;

function standing(blocks: readonly Block[]): { readonly block: Block; readonly top: number }[] {
  const shown = blocks.filter(({ lines }) => lines.length > 0);
  const heights = shown.map(({ lines, lineHeight }) => lines.length * lineHeight);
  const whole = heights.reduce((sum, height) => sum + height, 0) + DETAIL_GAP * Math.max(0, shown.length - 1);
  let next = TITLE.top + Math.max(0, TITLE.bottom - TITLE.top - whole) * 0.45;
  return shown.map((block, index) => {
    const placed = { block, top: next };
    next += (heights[index] ?? 0) + DETAIL_GAP;
    return placed;
  });
}

export interface Card {
  readonly title: string;
  readonly detail: string;
  /** Name of the service, or of the site on the card of a service. */
  readonly publisher: string;
  /** `#rrggbb`, or empty for the default color. */
  readonly accentColor: string;
  readonly hasSeal: boolean;
}

export const cardColors = {
  paper: '#faf7f1',
  ink: '#1d1b19',
  quiet: '#6b645c',
  hairline: '#dcd4c6',
  vermilion: '#b3312c',
} as const;

/** Minimum contrast of graphics (WCAG 1.4.11). */
const LEAST_CONTRAST = 3;
const STEPS = 20;

export function toSealColor(accentColor: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(accentColor)) return cardColors.vermilion;
  for (let step = 0; step < STEPS; step += 1) {
    const color = mix(accentColor, cardColors.ink, step / STEPS);
    if (contrastOf(color, cardColors.paper) >= LEAST_CONTRAST) return color;
  }
  return cardColors.ink;
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function mix(color: string, other: string, part: number): string {
  const others = channelsOf(other);
  const mixed = channelsOf(color).map((channel, index) => channel + ((others[index] ?? 0) - channel) * part);
  return `#${mixed.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

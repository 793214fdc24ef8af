export interface Accent {
  readonly light: string;
  readonly dark: string;
}

/** Backgrounds of `tokens.css` with the least contrast to text: the darkest light one and the lightest dark one. */
export const BACKGROUNDS = { light: '#f2ede3', dark: '#211f1c' } as const;

/** WCAG AA contrast ratio for small text (4.5), plus a margin for rounding. */
const CONTRAST = 4.53;

export function toAccent(color: string): Accent | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return undefined;
  return { light: readable(color, BACKGROUNDS.light, 0), dark: readable(color, BACKGROUNDS.dark, 1) };
}

/** WCAG contrast ratio, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const first = luminanceOf(one);
  const second = luminanceOf(other);
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

const STEPS = 12;

/** Finds the nearest readable color by binary search, moving the lightness toward black (0) or white (1). */
function readable(color: string, background: string, limit: 0 | 1): string {
  if (contrastOf(color, background) >= CONTRAST) return color.toLowerCase();
  const { lightness, chroma, hue } = toOklch(color);
  let unreadable = lightness;
  let readableLightness: number = limit;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (unreadable + readableLightness) / 2;
    if (contrastOf(toHex({ lightness: middle, chroma, hue }), background) >= CONTRAST) readableLightness = middle;
    else unreadable = middle;
  }
  return toHex({ lightness: readableLightness, chroma, hue });
}

type Rgb = readonly [number, number, number];

/** A color in OKLCH: lightness from 0 to 1, chroma, and hue in radians. */
interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

export function toOklch(color: string): Oklch {
  const [red, green, blue] = linearRgbOf(color);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

function toLinearRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function toHex({ lightness, chroma, hue }: Oklch): string {
  let inGamut = 0;
  let outOfGamut = chroma;
  if (isInGamut(toLinearRgb({ lightness, chroma, hue }))) inGamut = chroma;
  for (let step = 0; step < STEPS && inGamut < chroma; step += 1) {
    const middle = (inGamut + outOfGamut) / 2;
    if (isInGamut(toLinearRgb({ lightness, chroma: middle, hue }))) inGamut = middle;
    else outOfGamut = middle;
  }
  return `#${toLinearRgb({ lightness, chroma: inGamut, hue }).map(toByte).join('')}`;
}

function isInGamut(color: Rgb): boolean {
  return color.every((channel) => channel >= -0.0001 && channel <= 1.0001);
}

function toByte(channel: number): string {
  const light = Math.min(1, Math.max(0, channel));
  const encoded = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}

function linearRgbOf(color: string): Rgb {
  const channel = (at: number) => {
    const encoded = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

function luminanceOf(color: string): number {
  const [red, green, blue] = linearRgbOf(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

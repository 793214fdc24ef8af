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

export function contrastOf(color: string, other: string): number {
  const one = luminanceOf(color);
  const two = luminanceOf(other);
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
}

function luminanceOf(color: string): number {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function mix(color: string, other: string, part: number): string {
  const others = channelsOf(other);
  const mixed = channelsOf(color).map((channel, index) => channel + ((others[index] ?? 0) - channel) * part);
  return `#${mixed.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

import type { Tag } from './read-mdx.ts';

export interface Description {
  readonly title: string | undefined;
  readonly caption: string | undefined;
  readonly link: string | undefined;
  readonly image: string | undefined;
}

const TITLES = ['title', 'titleText', 'heading', 'summary'];
const CAPTIONS = ['alt', 'caption'];
const LINKS = ['url', 'href', 'src', 'to'];
const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg)(?:[?#].*)?$/i;

export function describeComponent(tag: Tag): Description {
  const link = firstOf(tag, LINKS, toLink);
  const isImage = link !== undefined && IMAGE.test(link);
  const title = firstOf(tag, TITLES, toText);
  const caption = firstOf(tag, CAPTIONS, toText);
  return {
    title,
    caption: caption === title ? undefined : caption,
    link: isImage ? undefined : link,
    image: isImage ? link : undefined,
  };
}

export function asBlocks({ title, caption, link, image }: Description): string {
  if (image !== undefined)
    return [`![${caption ?? title ?? ''}](${image})`, ...(title && caption ? [`**${title}**`] : [])].join('\n\n');
  const words = title === undefined ? undefined : `**${link === undefined ? title : `[${title}](${link})`}**`;
  const below = caption === undefined ? undefined : `*${caption}*`;
  const address = title === undefined && link !== undefined ? asAddress(link) : undefined;
  return [words, address, below].filter((block) => block !== undefined).join('\n\n');
}

export function asPhrase({ title, caption, link, image }: Description): string {
  const words = title ?? caption;
  if (image !== undefined) return `![${words ?? ''}](${image})`;
  if (link === undefined) return words ?? '';
  return words === undefined ? asAddress(link) : `[${words}](${link})`;
}

export function aroundPhrase(description: Description, children: string): { before: string; after: string } {
  const { title, caption, link, image } = description;
  const words = title ?? caption;
  if (children.trim() === '') return { before: asPhrase(description), after: '' };
  if (image !== undefined) return { before: `![${words ?? ''}](${image}) `, after: '' };
  const canBeLink = !/\]\(|\n[ \t]*\n|https?:/.test(children);
  if (link !== undefined && words === undefined && canBeLink) return { before: '[', after: `](${link})` };
  if (link !== undefined) return { before: `${asPhrase(description)} `, after: '' };
  return { before: '', after: words === undefined ? '' : ` (${words})` };
}

function asAddress(link: string): string {
  return /^https?:/.test(link) ? `<${link}>` : `[${link}](${link})`;
}

function firstOf(
  { attributes }: Pick<Tag, 'attributes'>,
  names: readonly string[],
  read: (value: string) => string | undefined,
): string | undefined {
  for (const name of names) {
    const value = attributes.find((attribute) => attribute.name === name)?.value;
    const found = value === undefined ? undefined : read(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function toText(value: string): string | undefined {
  const line = value.replace(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(line) ? escapeMarkdown(line) : undefined;
}

function toLink(value: string): string | undefined {
  const address = value.trim().replace(/^\/\//, 'https://');
  if (address === '' || /[\p{Cc}\s]/u.test(address)) return undefined;
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) && !/^https?:\/\//i.test(address)) return undefined;
  if (!/[/.#?]/.test(address)) return undefined;
  return address.replace(/[<>()[\]\\`]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>{}~|#]/g, '\\$&');
}

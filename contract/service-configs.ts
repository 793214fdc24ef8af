import { z } from 'zod';
import { fieldMessages } from './errors.ts';
import type { FileType } from './files.ts';
import { listOf } from './lists.ts';
import { isStorableType } from './media-types.ts';
import { Language } from './site-config.ts';
import { text } from './text.ts';

const MAX_LIST = 50;

export const MAX_MEGABYTES = { image: 200, file: 2048 } as const;

export const MAX_SITE_DESCRIPTION = 300;

function wholeNumber({ min, max }: { readonly min: number; readonly max: number }) {
  const asNumber = z.int().min(min).max(max);
  const asText = z
    .string()
    .trim()
    .min(1)
    .superRefine((value, context) => {
      // An empty value already fails the length check and gets no second error.
      if (value === '') return;
      const input = Number(value);
      if (!/^[0-9]{1,9}$/.test(value)) context.addIssue(fieldMessages.invalid);
      else if (input < min)
        context.addIssue({ code: 'too_small', origin: 'number', minimum: min, inclusive: true, input });
      else if (input > max)
        context.addIssue({ code: 'too_big', origin: 'number', maximum: max, inclusive: true, input });
    });
  return z.union([asNumber, asText]).transform(Number);
}

const webAddress = text({ max: 2000 })
  .trim()
  .refine((value) => value === '' || isWebAddress(value), { error: fieldMessages.invalid });

function isWebAddress(value: string): boolean {
  return /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);
}

/** MIME type that uploads of the kind may have. Types rejected regardless of the settings are not allowed. */
function mimeTypeOf(kind: FileType) {
  return z
    .string()
    .max(100)
    .regex(/^[0-9a-z_.-]+\/[0-9a-z_.+-]+$/)
    .refine((type) => isStorableType(kind, type), { error: fieldMessages.invalid });
}

/** `400x300` fits inside the box; a trailing letter selects a way of cropping. */
const imageSize = z.string().regex(/^[1-9][0-9]{0,4}x[1-9][0-9]{0,4}(x[a-z])?$/);

export const CommentStatus = z.enum(['publish', 'unpublish', 'unconfirm']);
export type CommentStatus = z.infer<typeof CommentStatus>;

export const MAX_BLOCKED_WORDS = 200;
const MAX_BLOCKED_WORD = 100;
const blockedWord = text({ max: MAX_BLOCKED_WORD }).trim().min(1);

export const MAX_COMMENT_LINKS = 20;

const yesOrNo = z
  .union([z.boolean(), z.enum(['true', 'false'])])
  .transform((value) => value === true || value === 'true');

/** Image URL: absolute, or root-relative. */
const pictureAddress = text({ max: 2000 })
  .trim()
  .refine((value) => value === '' || isWebAddress(value) || isRootRelative(value), { error: fieldMessages.invalid });

export const MAX_SITE_LINKS = 10;
export const MAX_FOOTER_TEXT = 300;

/** A link of header or footer as one line: its text, a space, and its URL, path or `mailto:` address. */
const siteLink = text({ max: 500 })
  .trim()
  .refine((line) => toSiteLink(line) !== undefined, { error: fieldMessages.invalid });
const siteLinks = listOf(siteLink, { max: MAX_SITE_LINKS });

export function toSiteLink(line: string): { readonly label: string; readonly url: string } | undefined {
  const [, label, url = ''] = /^(\S.*?)\s+(\S+)$/.exec(line) ?? [];
  const isAddress = isWebAddress(url) || isRootRelative(url) || /^mailto:[^\s@]+@[^\s@]+$/i.test(url);
  return label !== undefined && isAddress ? { label, url } : undefined;
}

function isRootRelative(value: string): boolean {
  return /^\/(?![/\\])[^\s\\]*$/.test(value);
}

export const ListLayout = z.enum(['text', 'cards', 'magazine']);
export type ListLayout = z.infer<typeof ListLayout>;

/** `system` has serif titles and sans-serif text. */
export const SiteFonts = z.enum(['system', 'serif', 'sans']);
export type SiteFonts = z.infer<typeof SiteFonts>;

/** `#rrggbb`, in either case. */
const color = z
  .string()
  .trim()
  .toLowerCase()
  .refine((value) => value === '' || /^#[0-9a-f]{6}$/.test(value), { error: fieldMessages.invalid });

/** Settings of a service as input. Absent keys keep their value; `null` resets to the default. */
export const ServiceConfigsInput = z.object({
  outerSiteUrl: webAddress.nullish(),
  frontendPostDetailUrlPrefix: webAddress.nullish(),
  mediaUploadAcceptMimetypesImage: listOf(mimeTypeOf('image'), { max: MAX_LIST }).nullish(),
  mediaUploadImageSizes: listOf(imageSize, { max: MAX_LIST }).nullish(),
  mediaUploadSizeLimitMBImage: wholeNumber({ min: 1, max: MAX_MEGABYTES.image }).nullish(),
  mediaUploadAcceptMimetypesFile: listOf(mimeTypeOf('file'), { max: MAX_LIST }).nullish(),
  mediaUploadSizeLimitMBFile: wholeNumber({ min: 1, max: MAX_MEGABYTES.file }).nullish(),
  commentDefaultPublishStatus: CommentStatus.nullish(),
  commentBlockedWords: listOf(blockedWord, { max: MAX_BLOCKED_WORDS }).nullish(),
  commentMaxLinks: wholeNumber({ min: 0, max: MAX_COMMENT_LINKS }).nullish(),
  commentProofOfWork: yesOrNo.nullish(),
  siteDescription: text({ max: MAX_SITE_DESCRIPTION }).trim().nullish(),
  siteLogoUrl: pictureAddress.nullish(),
  siteAccentColor: color.nullish(),
  siteLanguage: Language.nullish(),
  siteDarkLogoUrl: pictureAddress.nullish(),
  siteFaviconUrl: pictureAddress.nullish(),
  siteListLayout: ListLayout.nullish(),
  siteFonts: SiteFonts.nullish(),
  siteHeaderLinks: siteLinks.nullish(),
  siteFooterLinks: siteLinks.nullish(),
  siteFooterText: text({ max: MAX_FOOTER_TEXT }).trim().nullish(),
});
export type ServiceConfigsInput = z.output<typeof ServiceConfigsInput>;

export const ServiceConfigs = z.object({
  outerSiteUrl: z.string(),
  frontendPostDetailUrlPrefix: z.string(),
  mediaUploadAcceptMimetypesImage: z.array(z.string()),
  mediaUploadImageSizes: z.array(z.string()),
  mediaUploadSizeLimitMBImage: z.int(),
  mediaUploadAcceptMimetypesFile: z.array(z.string()),
  mediaUploadSizeLimitMBFile: z.int(),
  commentDefaultPublishStatus: CommentStatus,
  commentBlockedWords: z.array(z.string()),
  commentMaxLinks: z.int(),
  commentProofOfWork: z.boolean(),
  /** Description, logo and accent color of the service; empty when unset. */
  siteDescription: z.string(),
  siteLogoUrl: z.string(),
  siteAccentColor: z.string(),
  /** Language of the interface for readers who request none, such as crawlers. */
  siteLanguage: Language,
  /** Logo on a dark page; empty to show `siteLogoUrl`. */
  siteDarkLogoUrl: z.string(),
  siteFaviconUrl: z.string(),
  siteListLayout: ListLayout,
  siteFonts: SiteFonts,
  /** Lines of text, a space, and a URL. */
  siteHeaderLinks: z.array(z.string()),
  siteFooterLinks: z.array(z.string()),
  siteFooterText: z.string(),
});
export type ServiceConfigs = z.infer<typeof ServiceConfigs>;

const IMAGE_TYPES = ['image/png', 'image/gif', 'image/jpeg', 'image/webp', 'image/avif'];

export const defaultServiceConfigs: ServiceConfigs = {
  outerSiteUrl: '',
  frontendPostDetailUrlPrefix: '',
  mediaUploadAcceptMimetypesImage: IMAGE_TYPES,
  mediaUploadImageSizes: ['1200x1200', '800x800', '400x400', '400x400xs'],
  mediaUploadSizeLimitMBImage: 20,
  mediaUploadAcceptMimetypesFile: [...IMAGE_TYPES, 'application/pdf'],
  mediaUploadSizeLimitMBFile: 20,
  commentDefaultPublishStatus: 'unpublish',
  commentBlockedWords: [],
  commentMaxLinks: 2,
  commentProofOfWork: false,
  siteDescription: '',
  siteLogoUrl: '',
  siteAccentColor: '',
  siteLanguage: 'en',
  siteDarkLogoUrl: '',
  siteFaviconUrl: '',
  siteListLayout: 'text',
  siteFonts: 'system',
  siteHeaderLinks: [],
  siteFooterLinks: [],
  siteFooterText: '',
};

export type ConfigName = keyof ServiceConfigs;

export function isConfigName(name: string): name is ConfigName {
  return Object.hasOwn(defaultServiceConfigs, name);
}

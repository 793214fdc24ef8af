import { createKawaraban, type PublicPost } from 'kawaraban/client';

/** Where Kawaraban is. */
export const baseUrl = process.env.KAWARABAN_URL ?? 'http://localhost:3000';

export type Language = 'en' | 'ja';
export const languages: readonly Language[] = ['en', 'ja'];

/** Each language may have a service of its own. */
const services: Record<Language, string> = {
  en: process.env.KAWARABAN_SERVICE_EN ?? 'news',
  ja: process.env.KAWARABAN_SERVICE_JA ?? 'news',
};

const clients = {
  en: createKawaraban({ baseUrl, serviceId: services.en, language: 'en' }),
  ja: createKawaraban({ baseUrl, serviceId: services.ja, language: 'ja' }),
};

export const kawarabanIn = (language: Language) => clients[language];

/** The most posts that this site shows of a list. */
const MAX_POSTS = 1000;

/** The posts of a language or of one of its categories, newest first and without their texts. */
export async function postsOf(language: Language, category?: string): Promise<PublicPost[]> {
  const posts: PublicPost[] = [];
  const request = { count: 50, withBody: false, ...(category && { category }) };
  for await (const post of clients[language].posts.all(request, { maxItems: MAX_POSTS })) posts.push(post);
  return posts;
}

/** The categories of a language but for the root, which stands for everything. */
export async function categoriesOf(language: Language) {
  const categories = await clients[language].categories.list({ isList: true });
  return categories.filter(({ slug }) => slug !== 'root');
}

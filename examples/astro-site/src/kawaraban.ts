import { createKawaraban, type PublicPost } from 'kawaraban/client';

/** URL of the Kawaraban installation. */
export const baseUrl = process.env.KAWARABAN_URL ?? 'http://localhost:3000';

export type Language = 'en' | 'ja';
export const languages: readonly Language[] = ['en', 'ja'];

/** Service per language; both may be the same. */
const services: Record<Language, string> = {
  en: process.env.KAWARABAN_SERVICE_EN ?? 'news',
  ja: process.env.KAWARABAN_SERVICE_JA ?? 'news',
};

const clients = {
  en: createKawaraban({ baseUrl, serviceId: services.en, language: 'en' }),
  ja: createKawaraban({ baseUrl, serviceId: services.ja, language: 'ja' }),
};

export const kawarabanIn = (language: Language) => clients[language];

/** Maximum number of posts per list. */
const MAX_POSTS = 1000;

/** Returns the posts of a language or one of its categories, newest first and without bodies. */
export async function postsOf(language: Language, category?: string): Promise<PublicPost[]> {
  const posts: PublicPost[] = [];
  const request = { count: 50, withBody: false, ...(category && { category }) };
  for await (const post of clients[language].posts.all(request, { maxItems: MAX_POSTS })) posts.push(post);
  return posts;
}

/** Returns the categories of a language without the root, which contains all posts. */
export async function categoriesOf(language: Language) {
  const categories = await clients[language].categories.list({ isList: true });
  return categories.filter(({ slug }) => slug !== 'root');
}

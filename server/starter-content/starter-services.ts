import { join } from 'node:path';

export interface StarterService {
  readonly serviceId: string;
  readonly label: string;
  readonly description: string;
  readonly folder: string;
  readonly group: { readonly slug: string; readonly label: string; readonly postSlugs: readonly string[] };
  readonly comment: {
    readonly slug: string;
    readonly nickname: string;
    readonly area: string;
    readonly body: string;
  };
}

const FOLDER = join(import.meta.dirname, 'posts');
const FIRST_STEPS = ['what-kawaraban-is', 'writing-a-post', 'scheduling'];

/** The same six posts in English and in Japanese. */
export const STARTER_SERVICES: readonly StarterService[] = [
  {
    serviceId: 'news',
    label: 'Kawaraban',
    description: 'How to write, publish and run a site with Kawaraban.',
    folder: join(FOLDER, 'en'),
    group: { slug: 'getting-started', label: 'Getting started', postSlugs: FIRST_STEPS },
    comment: {
      slug: 'what-kawaraban-is',
      nickname: 'Martha',
      area: 'Portland',
      body: 'Our neighborhood newsletter was online before my coffee got cold. Thank you!',
    },
  },
  {
    serviceId: 'news-ja',
    label: '瓦版',
    description: 'Kawarabanでの記事の書き方、公開のしかた、サイトの運用方法を紹介します。',
    folder: join(FOLDER, 'ja'),
    group: { slug: 'getting-started', label: 'はじめに', postSlugs: FIRST_STEPS },
    comment: {
      slug: 'what-kawaraban-is',
      nickname: 'はな',
      area: '京都',
      body: 'はじめまして。さっそく町内会のお知らせを載せてみました。スマートフォンでも読みやすいです。',
    },
  },
];

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
      area: 'Bristol',
      body: 'I had our parish newsletter online before my tea was cold. Thank you!',
    },
  },
  {
    serviceId: 'news-ja',
    label: '瓦版',
    description: 'Kawarabanでサイトを書き、公開し、運用する方法。',
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

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { seededRandom } from './seeded-random.ts';

export interface SyntheticPost {
  readonly path: string;
  readonly language: 'en' | 'ja';
  readonly title: string;
  readonly slug: string;
  readonly date: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly source: string;
}

export interface SyntheticOptions {
  readonly count: number;
  readonly seed?: number;
  readonly paragraphs?: number;
}

function syntheticPosts({ count, seed = 1, paragraphs = 6 }: SyntheticOptions): SyntheticPost[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, (_, index) => syntheticPost(index, paragraphs, random));
}

export async function writeSyntheticPosts(folder: string, options: SyntheticOptions): Promise<SyntheticPost[]> {
  const posts = syntheticPosts(options);
  for (const { path, source } of posts) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), source);
  }
  return posts;
}

type Random = <T>(values: readonly T[]) => T;

/** Benchmarks compare results over time, so the choices for a seed must not change. */
function randomFrom(seed: number): Random {
  const random = seededRandom(seed);
  return (values) => {
    const value = values[(random() * 2 ** 32) % values.length];
    if (value === undefined) throw new Error('Nothing to choose from');
    return value;
  };
}

interface Words {
  readonly subjects: readonly string[];
  readonly verbs: readonly string[];
  readonly objects: readonly string[];
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly sentence: (random: Random) => string;
  readonly between: string;
}

const words: Record<SyntheticPost['language'], Words> = {
  en: {
    subjects: ['The ferry', 'Our printer', 'A small team', 'The night shift', 'Every editor', 'The old block'],
    verbs: ['carries', 'repairs', 'announces', 'forgets', 'measures', 'redraws'],
    objects: ['the morning sheet', 'three new pages', 'a list of prices', 'the harbour map', 'yesterday’s weather'],
    categories: ['Harbour', 'Print room', 'Notes'],
    tags: ['ink', 'paper', 'boats', 'prices', 'weather'],
    sentence: (random) =>
      `${random(words.en.subjects)} ${random(words.en.verbs)} ${random(words.en.objects)} before the bell rings ${random(['once', 'twice', 'at noon'])}.`,
    between: ' ',
  },
  ja: {
    subjects: ['渡し船', '摺師', '小さな班', '夜番', '版元', '古い版木'],
    verbs: ['運ぶ', '直す', '知らせる', '忘れる', '測る', '描き直す'],
    objects: ['朝の一枚摺り', '新しい三頁', '値段の一覧', '港の地図', '昨日の天気'],
    categories: ['港', '摺り場', '覚え書き'],
    tags: ['墨', '紙', '船', '値段', '天気'],
    sentence: (random) =>
      `${random(words.ja.subjects)}は${random(words.ja.objects)}を、鐘が${random(['一度', '二度', '正午に'])}鳴るまでに${random(words.ja.verbs)}。`,
    between: '',
  },
};

function syntheticPost(index: number, paragraphs: number, random: Random): SyntheticPost {
  const language = index % 2 === 0 ? 'en' : 'ja';
  const { subjects, verbs, objects, categories, tags } = words[language];
  const number = String(index + 1).padStart(5, '0');
  const title =
    language === 'en'
      ? `${random(subjects)} ${random(verbs)} ${random(objects)}, no. ${index + 1}`
      : `${random(subjects)}が${random(objects)}を${random(verbs)}（その${index + 1}）`;
  const date = dateOf(index);
  const post: Described = {
    path: `${language}/${date.slice(0, 4)}/post-${number}.md`,
    slug: `post-${number}`,
    category: random(categories),
    tags: [...new Set([random(tags), random(tags)])],
    language,
    title,
    date,
  };
  return { ...post, source: `${frontMatter(post, index)}\n\n${body(post, paragraphs, random)}\n` };
}

function dateOf(index: number): string {
  const at = new Date(Date.UTC(2026, 10, 20, 9, index % 60, (index * 7) % 60) - index * 86_400_000);
  return `${at.toISOString().slice(0, 19)}Z`;
}

type Described = Omit<SyntheticPost, 'source'>;

function frontMatter({ title, date, category, tags, language }: Described, index: number): string {
  const instant = new Date(date);
  const dates = [date, `'${date.replace('Z', '.000+00:00')}'`, instant.toUTCString(), String(instant.getTime() / 1000)];
  return [
    '---',
    `title: ${JSON.stringify(title)}`,
    `date: ${dates[index % dates.length]}`,
    `category: ${category}`,
    index % 3 === 0 ? `tags: ${tags.join(', ')}` : `tags:\n${tags.map((tag) => `  - ${tag}`).join('\n')}`,
    `author: ${language === 'en' ? 'A. Printer' : '摺師 花子'}`,
    '---',
  ].join('\n');
}

function body({ language, slug }: Described, paragraphs: number, random: Random): string {
  const { sentence, between, objects } = words[language];
  const paragraph = () => Array.from({ length: 6 }, () => sentence(random)).join(between);
  const extras = [
    () => `## ${random(objects)}`,
    () => `- ${random(objects)}\n- **${random(objects)}**\n- [${random(objects)}](https://example.com/${slug})`,
    () => `\`\`\`ts\nconst sheet = print('${slug}', { copies: ${random([10, 20, 500])} });\n\`\`\``,
    () => `| ${random(objects)} | n |\n| :--- | ---: |\n| ${random(objects)} | ${random([1, 20, 300])} |`,
    () => `> ${sentence(random)}`,
  ];
  return Array.from({ length: paragraphs }, (_, index) =>
    [paragraph(), extras[index % extras.length]?.()].join('\n\n'),
  ).join('\n\n');
}

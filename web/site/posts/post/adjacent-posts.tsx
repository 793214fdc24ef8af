import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { groupPath, postPath } from '#contract/page-paths.ts';
import type { AdjacentPost } from '#contract/posts.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';

interface Neighbors {
  readonly previous: AdjacentPost | null;
  readonly next: AdjacentPost | null;
}

interface Series extends Neighbors {
  readonly slug: string;
  readonly label: string;
  readonly position: number;
  readonly count: number;
}

export function SeriesBoxes({ serviceId, series }: { serviceId: string; series: readonly Series[] }) {
  const { t } = useTranslation();
  return series.map(({ slug, label, position, count, previous, next }) => (
    <nav key={slug} className="series" aria-label={t('post.inSeries', { label, position, count })}>
      <p className="series-name ui-targets ui-text-links ui-row ui-baseline ui-gap-0-3">
        <Link to={groupPath(serviceId, slug)} lang={contentLanguage(label)}>
          {label}
        </Link>
        <span className="ui-quiet ui-small">{t('post.place', { position, count })}</span>
      </p>
      <Sides
        serviceId={serviceId}
        sides={{ previous, next }}
        words={{ previous: t('post.previousPart'), next: t('post.nextPart') }}
      />
    </nav>
  ));
}

export function AdjacentPosts({ serviceId, neighbors }: { serviceId: string; neighbors: Neighbors }) {
  const { t } = useTranslation();
  if (!neighbors.previous && !neighbors.next) return null;
  return (
    <nav className="adjacent-posts" aria-label={t('post.beside')}>
      <Sides serviceId={serviceId} sides={neighbors} words={{ previous: t('post.older'), next: t('post.newer') }} />
    </nav>
  );
}

const SIDES = ['previous', 'next'] as const;
const ARROWS = { previous: 'ui-backward', next: 'ui-onward' };

interface SidesProps {
  readonly serviceId: string;
  readonly sides: Neighbors;
  readonly words: Readonly<Record<(typeof SIDES)[number], string>>;
}

function Sides({ serviceId, sides, words }: SidesProps) {
  return (
    <ul className="sides">
      {SIDES.map((side) => {
        const post = sides[side];
        return (
          post && (
            <li key={side} className={`side-${side}`}>
              <Link to={postPath(serviceId, post.slug)} rel={side === 'previous' ? 'prev' : 'next'}>
                <span className={`side-word ui-quiet ui-small ${ARROWS[side]}`}>{words[side]}</span>
                <span className="side-title" lang={post.language ?? contentLanguage(post.title)}>
                  {post.title}
                </span>
              </Link>
            </li>
          )
        );
      })}
    </ul>
  );
}

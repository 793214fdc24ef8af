import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { categoryPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { usePublication } from '../../service/service-context.tsx';
import type { CategoryBranch } from '../category-tree.ts';
import type { CategoryLink } from '../post-summary.ts';
import { toSteps } from '../trail.tsx';
import type { Route } from './+types/category-posts.route.ts';
import { ListPage } from './list-page.tsx';
import { PostList, PostsOf } from './post-list.tsx';

export { loadCategoryPosts as loader } from './load-post-list.server.ts';

export default function CategoryPostsRoute({ loaderData, params: { serviceId, categorySlug } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { siteName } = usePublication();
  const { label, description, picture, parents, children, turns } = loaderData;
  const path = categoryPath(serviceId, categorySlug);
  return (
    <ListPage
      serviceId={serviceId}
      path={path}
      title={t('posts.of', { label })}
      description={description ?? t('posts.descriptionOf', { label, siteName })}
      isFirstPage={turns.isFirstPage}
      above={toSteps(serviceId, parents)}
      isOfPosts
      heading={<PostsOf label={label} />}
      intro={description}
      picture={picture}
    >
      {turns.isFirstPage && <CategoryChildren serviceId={serviceId} branches={children} />}
      <PostList {...loaderData} serviceId={serviceId} path={path} />
    </ListPage>
  );
}

function CategoryChildren({ serviceId, branches }: { serviceId: string; branches: readonly CategoryBranch[] }) {
  const { t } = useTranslation();
  if (branches.length === 0) return null;
  return (
    <nav className="category-children ui-targets ui-plain-links" aria-label={t('lists.below')}>
      <ul>
        {branches.map(({ children, ...category }) => (
          <li key={category.slug}>
            <ToCategory className="category-branch" serviceId={serviceId} {...category} />
            {children.length > 0 && (
              <ul className="ui-row ui-gap-0-4 ui-quiet ui-small">
                {children.map((child) => (
                  <li key={child.slug}>
                    <ToCategory serviceId={serviceId} {...child} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ToCategory({
  serviceId,
  slug,
  label,
  className,
}: CategoryLink & { readonly serviceId: string; readonly className?: string }) {
  return (
    <Link className={className} to={categoryPath(serviceId, slug)} lang={contentLanguage(label)}>
      {label}
    </Link>
  );
}

import { Button } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import { postListPath } from '../../paths/console.ts';
import { ConsoleForm } from '../ui/console-form.tsx';
import type { CategoryOption } from './category-options.ts';
import { CategoryPicker } from './category-picker.tsx';
import { allRows, type CategoryTrees, deepestFor, familyIn, type Row, type Tree } from './category-trees.ts';

export interface Obstacles {
  readonly children: number;
  readonly hasPosts: boolean;
}

export function obstaclesOf(error: unknown, children: number): Obstacles | undefined {
  const notice = error instanceof ApiError ? (error.body.errors ?? []) : [];
  const hasChildren = notice.some(({ message }) => message === messages.categoryHasChildren);
  const hasPosts = notice.some(({ message }) => message === messages.categoryHasPosts);
  return hasChildren || hasPosts ? { children: hasChildren ? Math.max(1, children) : 0, hasPosts } : undefined;
}

export function explainObstacles(title: string, serviceId: string, { slug }: Tree, obstacles: Obstacles): void {
  const id = modals.open({
    title,
    centered: true,
    withCloseButton: false,
    children: <Explanation {...{ serviceId, slug, obstacles }} onClose={() => modals.close(id)} />,
  });
}

interface ExplanationProps {
  readonly serviceId: string;
  readonly slug: string;
  readonly obstacles: Obstacles;
  readonly onClose: () => void;
}

function Explanation({ serviceId, slug, obstacles: { children, hasPosts }, onClose }: ExplanationProps) {
  const { t } = useTranslation('console');
  return (
    <>
      <div className="question">
        {children > 0 && <p>{t('categories.hasChildren', { count: children })}</p>}
        {hasPosts && <p>{t('categories.hasPosts')}</p>}
      </div>
      <div className="dialog-actions">
        {hasPosts && (
          <Button
            component={Link}
            to={postListPath(serviceId, `?${new URLSearchParams({ category: slug })}`)}
            variant="default"
            onClick={onClose}
          >
            {t('categories.toPosts')}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          {t('action.close')}
        </Button>
      </div>
    </>
  );
}

/** Asks for a new parent. Resolves with a slug, `''` for the top level, or undefined when canceled. */
export function askForParent(
  title: ReactNode,
  categoryTrees: CategoryTrees,
  { tree, place }: Row,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const id = modals.open({
      title,
      centered: true,
      withCloseButton: false,
      children: (
        <ParentAnswer
          categoryTrees={categoryTrees}
          tree={tree}
          parent={place.parent}
          onAnswer={(slug) => answer(slug)}
        />
      ),
      onClose: () => resolve(undefined),
    });
    const answer = (slug: string | undefined) => {
      resolve(slug);
      modals.close(id);
    };
  });
}

interface ParentAnswerProps {
  readonly categoryTrees: CategoryTrees;
  readonly tree: Tree;
  readonly parent: string;
  readonly onAnswer: (slug: string | undefined) => void;
}

function ParentAnswer({ categoryTrees, tree, parent, onAnswer }: ParentAnswerProps) {
  const { t } = useTranslation('console');
  const [slug, setSlug] = useState(parent);
  return (
    <ConsoleForm
      className="typed-question"
      onSubmit={(event) => {
        event.preventDefault();
        if (slug !== parent) onAnswer(slug);
      }}
    >
      <CategoryPicker
        label={t('categories.newParent')}
        placeholder={t('categories.atTop')}
        options={optionsOf(categoryTrees)}
        disabledSlugs={unfitParents(categoryTrees, tree)}
        value={slug}
        onChange={setSlug}
        data-autofocus
      />
      <div className="dialog-actions">
        <Button variant="default" onClick={() => onAnswer(undefined)}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" disabled={slug === parent}>
          {t('categories.moveAction')}
        </Button>
      </div>
    </ConsoleForm>
  );
}

function optionsOf(categoryTrees: CategoryTrees): CategoryOption[] {
  const paths = new Map<string, string>();
  return allRows(categoryTrees).map(({ tree: { slug, label, children }, depth, place: { parent } }) => {
    const path = parent === '' ? label : `${paths.get(parent)} / ${label}`;
    paths.set(slug, path);
    return { value: slug, label: path, name: label, depth, parent, hasChildren: children.length > 0 };
  });
}

function unfitParents(categoryTrees: CategoryTrees, tree: Tree): Set<string> {
  const tooDeep = allRows(categoryTrees).filter(({ depth }) => depth + 1 > deepestFor(tree));
  return new Set([...familyIn(tree), ...tooDeep.map((row) => row.tree.slug)]);
}

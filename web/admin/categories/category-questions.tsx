import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import { postListPath } from '../../paths/console.ts';
import { DialogForm, openDialog } from '../ui/dialog.tsx';
import type { CategoryOption } from './category-options.ts';
import { CategoryPicker } from './category-picker.tsx';
import { allRows, type CategoryTrees, deepestFor, familyIn, type Row, type Tree } from './category-trees.ts';

export interface Obstacles {
  readonly children: number;
  readonly hasPosts: boolean;
}

export function obstaclesOf(error: unknown, children: number): Obstacles | undefined {
  const fieldErrors = error instanceof ApiError ? (error.body.errors ?? []) : [];
  const hasChildren = fieldErrors.some(({ message }) => message === messages.categoryHasChildren);
  const hasPosts = fieldErrors.some(({ message }) => message === messages.categoryHasPosts);
  return hasChildren || hasPosts ? { children: hasChildren ? Math.max(1, children) : 0, hasPosts } : undefined;
}

interface ExplanationProps {
  readonly serviceId: string;
  readonly slug: string;
  readonly obstacles: Obstacles;
  readonly onClose: () => void;
}

export function explainObstacles(title: string, question: Omit<ExplanationProps, 'onClose'>): void {
  void openDialog(title, (close) => <Explanation {...question} onClose={close} />);
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
  title: string,
  categoryTrees: CategoryTrees,
  { tree, place }: Row,
): Promise<string | undefined> {
  const question = { categoryTrees, tree, parent: place.parent };
  return openDialog<string>(title, (close) => <ParentAnswer {...question} onAnswer={close} />);
}

interface ParentAnswerProps {
  readonly categoryTrees: CategoryTrees;
  readonly tree: Tree;
  readonly parent: string;
  readonly onAnswer: (slug?: string) => void;
}

function ParentAnswer({ categoryTrees, tree, parent, onAnswer }: ParentAnswerProps) {
  const { t } = useTranslation('console');
  const [slug, setSlug] = useState(parent);
  return (
    <DialogForm
      onSubmit={() => slug !== parent && onAnswer(slug)}
      onCancel={() => onAnswer()}
      action={t('categories.moveAction')}
      isDisabled={slug === parent}
    >
      <CategoryPicker
        label={t('categories.newParent')}
        placeholder={t('categories.atTop')}
        options={optionsOf(categoryTrees)}
        disabledSlugs={invalidParents(categoryTrees, tree)}
        value={slug}
        onChange={setSlug}
        data-autofocus
      />
    </DialogForm>
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

function invalidParents(categoryTrees: CategoryTrees, tree: Tree): Set<string> {
  const tooDeep = allRows(categoryTrees).filter(({ depth }) => depth + 1 > deepestFor(tree));
  return new Set([...familyIn(tree), ...tooDeep.map((row) => row.tree.slug)]);
}

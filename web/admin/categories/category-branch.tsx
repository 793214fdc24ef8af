import { memo } from 'react';
import { CategoryRow, type CategoryRowProps } from './category-row.tsx';
import type { Forest, Row } from './forest.ts';

interface CategoryBranchProps extends Omit<CategoryRowProps, 'row' | 'isCarried' | 'isMenuOpen'> {
  readonly trees: Forest;
  readonly rows: ReadonlyMap<string, Row>;
  readonly label: string;
  /** Slug of the dragged category. */
  readonly carried: string | undefined;
  /** Slug of the category whose menu is open. */
  readonly menu: string | undefined;
}

export const CategoryBranch = memo(function CategoryBranch({ trees, label, ...props }: CategoryBranchProps) {
  const { rows, carried, menu, ...row } = props;
  return (
    <ul aria-label={label}>
      {trees.map((tree) => {
        const shown = rows.get(tree.slug);
        if (!shown) return null;
        return (
          <li key={tree.slug} data-carried={carried === tree.slug || undefined}>
            <CategoryRow {...row} row={shown} isCarried={carried === tree.slug} isMenuOpen={menu === tree.slug} />
            {shown.isOpen && <CategoryBranch {...props} trees={tree.children} label={tree.label} />}
          </li>
        );
      })}
    </ul>
  );
});

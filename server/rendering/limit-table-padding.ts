import type { Root, Table } from 'mdast';
import { visit } from 'unist-util-visit';

const MAX_ADDED_CELLS = 5000;

/** Keeps remark-rehype from filling short rows when that would add too many cells; such tables lose their alignment. */
export function limitTablePadding() {
  return (tree: Root) => {
    let remaining = MAX_ADDED_CELLS;
    visit(tree, 'table', (table) => {
      const added = cellsAddedTo(table);
      if (added > remaining) table.align = null;
      else remaining -= added;
    });
  };
}

function cellsAddedTo({ align, children }: Table): number {
  const columns = align?.length ?? 0;
  return children.reduce((sum, row) => sum + Math.max(0, columns - row.children.length), 0);
}

import type { ReactNode } from 'react';

interface RecordTableProps {
  readonly caption: string;
  /** Titles. Narrow screens show the first column only, and those with classes of their own. */
  readonly columns: readonly (string | { readonly title: string; readonly className: string })[];
  /** Title of a last column with buttons, for screen readers. */
  readonly actions?: string | false | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

export function RecordTable({ caption, columns, actions, className = '', children }: RecordTableProps) {
  const [first, ...others] = columns.map((column) =>
    typeof column === 'string' ? { title: column, className: 'wide' } : column,
  );
  return (
    <table className={`record-table ${className}`}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{first?.title}</th>
          {others.map((column) => (
            <th key={column.title} scope="col" className={column.className}>
              {column.title}
            </th>
          ))}
          {actions && (
            <th scope="col">
              <span className="sr-only">{actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

import type { ReactNode } from 'react';
import { Time } from './facts.tsx';

interface Column<Row> {
  readonly title: string;
  readonly isTitleHidden?: boolean;
  /** Narrow screens hide columns of the class `wide`, which is the default. */
  readonly className?: string;
  readonly cell?: (row: Row) => ReactNode;
  /** Shows a time in place of a cell. */
  readonly timeOf?: (row: Row) => string | null;
}

interface RecordTableProps<Row> {
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  /** Index of the column that names the rows. */
  readonly headerAt?: number;
  /** Last column, with buttons. */
  readonly actions?: Pick<Column<Row>, 'title' | 'cell'> | false | undefined;
  readonly className?: string;
}

export function RecordTable<Row>(props: RecordTableProps<Row>) {
  const { caption, rows, keyOf, columns, headerAt = 0, actions, className = '' } = props;
  const all = actions ? [...columns, { ...actions, className: 'actions', isTitleHidden: true }] : columns;
  const classOf = ({ className, timeOf }: Column<Row>, at: number) =>
    className ?? (timeOf ? 'wide record-time' : at === headerAt ? undefined : 'wide');
  const contentOf = ({ cell, timeOf }: Column<Row>, row: Row) =>
    timeOf ? <Time value={timeOf(row)} isShort /> : cell?.(row);
  return (
    <table className={`record-table ${className}`}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {all.map((column, at) => (
            <th key={column.title} scope="col" className={classOf(column, at)}>
              {column.isTitleHidden ? <span className="sr-only">{column.title}</span> : column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {all.map((column, at) =>
              at === headerAt ? (
                <th key={column.title} scope="row">
                  {contentOf(column, row)}
                </th>
              ) : (
                <td key={column.title} className={classOf(column, at)}>
                  {contentOf(column, row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

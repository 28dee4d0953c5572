import type { ReactNode } from 'react'
import {
  CELL,
  COLUMN_HEADER,
  ROW,
  ROW_GROUP,
  ROW_HEADER,
  TABLE,
} from '#src/ui/table/table-roles.ts'

/** People in rows under column heads. On a narrow screen, each cell shows its head instead. */
export function PeopleTable({ labelledBy, heads, children }: PeopleTableProps) {
  return (
    <table {...TABLE} className="people" aria-labelledby={labelledBy}>
      <thead {...ROW_GROUP} className="people-heads">
        <tr {...ROW} className="people-row">
          {heads.map((head) => (
            <th {...COLUMN_HEADER} scope="col" key={head}>
              {head}
            </th>
          ))}
          <th {...COLUMN_HEADER} scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody {...ROW_GROUP}>{children}</tbody>
    </table>
  )
}

interface PeopleTableProps {
  labelledBy: string
  /** Of the columns before the menus. */
  heads: readonly string[]
  /** Rows of `PeopleRow`. */
  children: ReactNode
}

/** One person: a name, the other columns, and a menu. `below` is as wide as the row. */
export function PeopleRow({ name, cells, menu, below }: PeopleRowProps) {
  return (
    <>
      <tr {...ROW} className="people-row">
        <th {...ROW_HEADER} scope="row">
          {name}
        </th>
        {cells.map(([head, value]) => (
          <td {...CELL} key={head}>
            {/* The column's head says it to screen readers. */}
            <span className="people-label" aria-hidden="true">
              {head}
            </span>
            {value}
          </td>
        ))}
        <td {...CELL} className="people-menu">
          {menu}
        </td>
      </tr>
      {below && (
        <tr {...ROW} className="people-below">
          <td {...CELL} colSpan={cells.length + 2}>
            {below}
          </td>
        </tr>
      )}
    </>
  )
}

interface PeopleRowProps {
  name: ReactNode
  /** Each with the head of its column. */
  cells: readonly (readonly [head: string, value: ReactNode])[]
  menu: ReactNode
  below?: ReactNode
}

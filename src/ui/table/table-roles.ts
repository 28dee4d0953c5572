// Explicit ARIA roles of the table elements: they have a grid layout, for which Safari drops their implicit roles. They
// are objects to spread, because the linter reports redundant roles.

export const TABLE = { role: 'table' }
export const ROW_GROUP = { role: 'rowgroup' }
export const ROW = { role: 'row' }
export const COLUMN_HEADER = { role: 'columnheader' }
export const ROW_HEADER = { role: 'rowheader' }
export const CELL = { role: 'cell' }

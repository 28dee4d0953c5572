// Explicit ARIA roles of the table elements, because Safari drops the implicit roles of elements with a grid layout.
// Each role is an object to spread: the linter would report a `role` attribute as redundant.

export const TABLE = { role: 'table' }
export const ROW_GROUP = { role: 'rowgroup' }
export const ROW = { role: 'row' }
export const COLUMN_HEADER = { role: 'columnheader' }
export const ROW_HEADER = { role: 'rowheader' }
export const CELL = { role: 'cell' }

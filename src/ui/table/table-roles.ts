// What the elements of a table are, said in words too: they are laid out as a grid, and Safari then forgets it of them. As
// objects to spread, since a checker of code takes a role that an element has already for a mistake.

export const TABLE = { role: 'table' }
export const ROW_GROUP = { role: 'rowgroup' }
export const ROW = { role: 'row' }
export const COLUMN_HEADER = { role: 'columnheader' }
export const ROW_HEADER = { role: 'rowheader' }
export const CELL = { role: 'cell' }

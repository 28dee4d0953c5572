export const MAX_FILE_BYTES = 20_000_000 // 50,000 listings of 400 bytes
export const MAX_ROWS = 50_000
export const MAX_UNPACKED_BYTES = 200_000_000 // twice what an XLSX file of 20 MB usually unpacks to
export const MAX_TEXT_CHARS = 100_000_000 // of all cells: one text of a workbook may be used by many cells
export const MAX_CELL_CHARS = 32_767 // as many as a spreadsheet cell can have
export const MAX_ROW_CHARS = 100_000 // ten times the longest listing
export const MAX_MERGES = 10_000 // each blank cell is compared with all of them
// A chunk is one row of the database. The restore of a backup accepts rows up to 1 MB; a chunk has at most 600 kB, because
// a character takes at most six bytes as JSON.
export const MAX_CHUNK_CHARS = MAX_ROW_CHARS
export const MAX_CHUNK_ROWS = 50 // one transaction imports them in a tenth of a second

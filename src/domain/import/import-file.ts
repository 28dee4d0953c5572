/** `reading` while its rows are stored, `ready` until somebody starts it. */
export const IMPORT_STATES = ['reading', 'ready', 'running', 'done'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

// Selectors that show that a screen is ready. A failed read shows figures of 0. A prerendered form does not respond yet, so
// `signInForm` is the app's own.

/** Sections that were left are kept behind it, and are not to be taken for it. */
const IN_VIEW = '.shell-section:not([hidden])'

export const STATUS_SELECT = 'select[aria-label^="Status of"]'

export const MARKS = {
  signInForm: '#root:not([data-prerendered]) form.auth-form input[type="password"]',
  figures: '.stat-value[data-value]:not([data-value="0"])',
  listings: `${IN_VIEW} :is(ul[aria-label="Properties"] .row-card, tr[data-row]:has(${STATUS_SELECT}))`,
} as const

export type MarkName = keyof typeof MARKS

/** A row of the list of listings, which says how long the list is. */
export const LISTING_ITEM = `${IN_VIEW} ul[aria-label="Properties"] > li`
/** A card or a line of the table that nobody has decided yet. */
export const OPEN_LISTING = `${MARKS.listings}[data-state="normal"]`
/** What the table of listings scrolls in. */
export const LISTING_SCROLLER = `${IN_VIEW} .table-scroll`

// Selectors that match as soon as a screen is ready. `figures` matches only figures other than 0. `signInForm` does not
// match the prerendered form, which does not respond yet.

/** Excludes the sections that were visited before, which stay in the document but are hidden. */
const IN_VIEW = '.shell-section:not([hidden])'

export const STATUS_SELECT = 'select[aria-label^="Status of"]'

export const MARKS = {
  signInForm: '#root:not([data-prerendered]) form.auth-form input[type="password"]',
  figures: '.stat-value[data-value]:not([data-value="0"])',
  listings: `${IN_VIEW} :is(ul[aria-label="Properties"] .row-card, tr[data-row]:has(${STATUS_SELECT}))`,
} as const

/** A row of the list of listings. Its `aria-setsize` is the length of the list. */
export const LISTING_ITEM = `${IN_VIEW} ul[aria-label="Properties"] > li`
/** A card or table row of an undecided listing. */
export const OPEN_LISTING = `${MARKS.listings}[data-state="normal"]`
/** The scroll container of the table of listings. */
export const LISTING_SCROLLER = `${IN_VIEW} .table-scroll`
/** The listing under review. Review covers the sections. */
export const REVIEW_CARD = '.review-card'
/** Review whose listing can be decided: it was in view for a moment, so that a double tap decides only one. */
export const READY_REVIEW = '.review[data-state="ready"]'

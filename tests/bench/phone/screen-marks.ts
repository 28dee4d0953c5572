// Selectors that show that a screen is ready. A failed read shows figures of 0. A prerendered form does not respond yet, so
// `signInForm` is the app's own.

/** Sections that were left are kept behind it, and are not to be taken for it. */
const IN_VIEW = '.shell-section:not([hidden])'

export const MARKS = {
  signInForm: '#root:not([data-prerendered]) form.entry-form input[type="password"]',
  figures: '.stat-value[data-value]:not([data-value="0"])',
  listings: `${IN_VIEW} ul[aria-label="Properties"] .row-card`,
} as const

export type MarkName = keyof typeof MARKS

/** A row of the list of listings, which says how long the list is. */
export const LISTING_ITEM = `${IN_VIEW} ul[aria-label="Properties"] > li`
/** A card that nobody has decided yet, the select that decides it, and any card that shows a decision. */
export const OPEN_CARD = `${MARKS.listings}[data-state="normal"]`
export const STATUS_SELECT = 'select[aria-label^="Status of"]'

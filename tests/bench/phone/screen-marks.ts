// What of a screen says that it is there for a person. A failed read shows figures too, but those are 0. A screen that the
// build has written out, or the picture of the last visit, does nothing yet: `signInForm` and `panel` are the app's own.

/** Sections that were left are kept behind it, and are not to be taken for it. */
const IN_VIEW = '.shell-section:not([hidden])'
const FIGURE = '.stat-value[data-value]:not([data-value="0"])'

export const MARKS = {
  signInForm: '#root:not([data-prerendered]) form.entry-form input[type="password"]',
  figures: FIGURE,
  panel: `#root > .shell ${FIGURE}`,
  listings: `${IN_VIEW} ul[aria-label="Properties"] .row-card`,
} as const

export type MarkName = keyof typeof MARKS

/** A row of the list of listings, which says how long the list is. */
export const LISTING_ITEM = `${IN_VIEW} ul[aria-label="Properties"] > li`
/** A card that nobody has decided yet, the select that decides it, and any card that shows a decision. */
export const OPEN_CARD = `${MARKS.listings}[data-state="normal"]`
export const STATUS_SELECT = 'select[aria-label^="Status of"]'

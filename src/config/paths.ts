// Every URL of the app, relative to its origin, and the functions that build URLs.

export const SECTIONS = [
  'dashboard',
  'users',
  'property',
  'loans',
  'grievances',
  'inbox',
  'payments',
  'decisions',
  'activity',
  'team',
  'sites',
  'exports',
  'account',
  'outbox',
  'privacypolicy',
  'termsandconditions',
] as const
/** The panel's sections: the six that the specification lists, and others. The sidebar does not show all of them. */
export type Section = (typeof SECTIONS)[number]

export const paths = {
  home: '/',
  login: '/login',
  dashboard: '/dashboard',
  register: '/account/register',
  signIn: '/account/sign-in',
  verify: '/account/verify',
  /** Links to `join` and `reset` have the token in the fragment, because browsers send no fragment to a server. */
  join: '/account/join',
  reset: '/account/reset',
  forgot: '/account/forgot',
  events: '/account/events',
  listings: '/account/listings',
  messages: '/account/messages',
  privacyPolicy: '/privacy_policy',
  termsConditions: '/terms_conditions',
  grievance: '/grievance',
} as const

/**
 * Pages that look the same to every visitor without a session: the build prerenders them
 * (src/app/startup/prerender.tsx).
 */
export const OPEN_PATHS = [
  paths.home,
  paths.login,
  paths.register,
  paths.signIn,
  paths.privacyPolicy,
  paths.termsConditions,
] as const

/** The URL of a section of the panel. The path is always /dashboard, as in the specification. */
export function sectionPath(section: Section): string {
  return section === 'dashboard' ? paths.dashboard : `${paths.dashboard}?section=${section}`
}

/** The URL of a list with this query, `viewId` being the saved view that it is from. */
export function queryPath(section: Section, query: string, viewId?: string): string {
  const view = viewId === undefined ? '' : `&view=${viewId}`
  return `${paths.dashboard}?section=${section}${view}${query && `&${query}`}`
}

/** The URL of the listings that are boosted now. */
export const BOOSTED_PATH = `${sectionPath('property')}&boosted=yes`

/** The URL of the listings that wait for a decision, and of the same with those first that wait longest. */
export const WAITING_PATH = `${sectionPath('property')}&status=pending`
export const OLDEST_WAITING_PATH = `${WAITING_PATH}&sort=status`

/** The URL of the decisions since a day in India, 'yyyy-mm-dd'. */
export function decidedPath(day: string): string {
  return `${sectionPath('decisions')}&from=${day}`
}

/** The URL of a record's details. */
export function detailsPath(section: Section, id: string): string {
  return `${paths.dashboard}?section=${section}&open=${encodeURIComponent(id)}`
}

const NOTE_HASH = '#note-'

/** The URL of a record's details, at one of the team's notes. */
export function notePath(
  about: { kind: 'listing' | 'member'; id: string },
  noteId: string,
): string {
  const section = about.kind === 'listing' ? 'property' : 'users'
  return `${detailsPath(section, about.id)}${NOTE_HASH}${noteId}`
}

/** The note that a URL's fragment names; null if it names none. */
export function noteOfHash(hash: string): string | null {
  return hash.startsWith(NOTE_HASH) ? hash.slice(NOTE_HASH.length) : null
}

/** The URL of a list that shows only one user's records. */
export function ofUserPath(section: Section, userId: string): string {
  return `${paths.dashboard}?section=${section}&user=${encodeURIComponent(userId)}`
}

/** The section that a URL's query names; null if it names none or an unknown one. */
export function sectionOf(search: URLSearchParams): Section | null {
  const named = search.get('section')
  // The address of the section while it was a part of "Team".
  if (named === 'team' && search.get('part') === 'sites') return 'sites'
  return SECTIONS.find((section) => section === named) ?? null
}

/** Stands for the listing's id in a review URL: the first of the queue. Resubmitted listings come first, then the oldest. */
export const REVIEW_NEXT = 'next'
/** Stands for the listing's id in a review URL: the page after the last listing. */
export const REVIEW_END = 'end'

/** The URL of review mode, at one listing. */
export function reviewPath(listingId: string = REVIEW_NEXT): string {
  return `${sectionPath('property')}&review=${encodeURIComponent(listingId)}`
}

/** The URL of the listings that the person has taken along, and of review mode over them. */
export const ROAD_PATH = `${sectionPath('property')}&road=yes`
export const ROAD_REVIEW = `${ROAD_PATH}&review=${REVIEW_NEXT}`

/** The URL of the end user's outbox: changes that the server has not confirmed. */
export const EVENTS_OUTBOX = `${paths.events}?section=outbox`

/** The URL of the end user's account: sign-in, devices, personal data. */
export const OWN_ACCOUNT = `${paths.events}?section=account`

/** The URL of the end user's own drafts and listings. */
export const OWN_LISTINGS = paths.listings

/** The URL of the form of a new listing: an id that `PostingsScreen` replaces with one of its own. */
export const NEW_LISTING = `${OWN_LISTINGS}?open=new`

/** The URL of one of the end user's own listings. */
export function ownListingPath(id: string): string {
  return `${OWN_LISTINGS}?open=${encodeURIComponent(id)}`
}

/** The URL of one event's form; 'new' is the form of a new event. */
export function eventPath(id: string): string {
  return `${paths.events}?open=${encodeURIComponent(id)}`
}

import type { Locator, Page } from 'playwright-core'
import type { DemoRandom } from '#server/demo/demo-random.ts'

// The screens that a user may have open, and the text they may be typing, when a new build is deployed.

export type Who = 'operator' | 'member'

export interface Scene {
  name: string
  address: string
  /** The text to type, and its field. No update may lose the text. */
  typed: { text: string; into(page: Page): Locator } | null
  /** A dialog or sheet is open: nothing outside it can be pressed. */
  isModal: boolean
}

const DEVICE_SHEET = '/account/events?sheet=device'
/** The operator's start screen; an end user starts at EVENTS. */
export const BOARD = place('/dashboard')
export const EVENTS = place('/account/events')

const OPERATOR_PLACES = [
  '/dashboard',
  '/dashboard?section=users',
  '/dashboard?section=property',
  '/dashboard?section=loans',
  '/dashboard?section=outbox',
  '/dashboard?section=privacypolicy',
  '/dashboard?section=termsandconditions',
  '/login',
  '/terms_conditions',
]
const MEMBER_PLACES = [
  '/account/events',
  '/account/events?section=outbox',
  '/account/sign-in',
  '/privacy_policy',
  '/',
]

/** Picks a screen without typed text: a page, or sometimes an open sheet (for operators, of the given listing). */
export function pickPlace(who: Who, random: DemoRandom, listingId: string): Scene {
  if (random.chance(0.15)) return who === 'operator' ? sheetOf(listingId) : place(DEVICE_SHEET)
  return place(random.pick(who === 'operator' ? OPERATOR_PLACES : MEMBER_PLACES))
}

/** Picks a screen without typed text, or sometimes one with typed text. */
export function pickScene(who: Who, random: DemoRandom, listingId: string): Scene {
  if (!random.chance(0.35)) return pickPlace(who, random, listingId)
  const text = `Plot ${random.whole(1, 99)}`
  return who === 'operator' ? search(text) : eventForm(text)
}

function place(address: string): Scene {
  return { name: address, address, typed: null, isModal: address === DEVICE_SHEET }
}

function sheetOf(listingId: string): Scene {
  const address = `/dashboard?section=property&open=${listingId}`
  return { name: 'a listing', address, typed: null, isModal: true }
}

function search(text: string): Scene {
  return {
    name: 'a search',
    address: '/dashboard?section=property',
    typed: { text, into: (page) => page.getByRole('searchbox') },
    isModal: false,
  }
}

function eventForm(text: string): Scene {
  return {
    name: 'an event form',
    address: '/account/events?open=new',
    typed: { text, into: (page) => page.getByRole('dialog').getByLabel('Title') },
    isModal: true,
  }
}

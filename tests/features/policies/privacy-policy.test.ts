import { expect, test } from 'vitest'
import type { Change } from '#src/domain/change.ts'
import { PRIVACY_SECTIONS } from '#src/features/policies/privacy-policy-text.ts'
import { READ_PERMISSIONS } from '#src/query-cache/read-permissions.ts'
import { EVENTS_READ, OWN_LISTINGS_READ } from '#src/query-cache/saved-read-key.ts'

// The privacy policy lists what the app keeps on a device. Each test compares a sentence of it with the code that keeps it.

const SENTENCES = PRIVACY_SECTIONS.flatMap(({ blocks }) => blocks.flat())

function findSentence(begin: string): string {
  const [sentence = '', ...more] = SENTENCES.filter((one) => one.startsWith(begin))
  expect(more).toEqual([])
  return sentence
}

/** What the policy calls the changes that wait in the outbox. A new kind of change needs its words here and in the policy. */
const WAITING: Readonly<Record<Change['entity'], readonly string[]>> = {
  listing: ['decisions with their reasons'],
  event: ['events'],
  posting: ['unsent listings', 'photos and videos'],
  visit: ['visits', 'photos'],
  note: ['notes'],
  contact: ['contacts with owners'],
}

/** What the policy calls the saved copies of the panel. */
const OPERATORS_COPIES: Readonly<Record<string, string>> = {
  dashboard: 'figures',
  listings: 'listings',
  submissions: 'what their owners submitted',
  photos: 'small photos',
  'listing-histories': 'their history',
  'listing-notes': 'notes',
  'member-notes': 'notes',
  inbox: 'mentions',
  'note-readers': 'colleagues',
  claims: 'claims in review',
  decisions: 'the activity log',
  activity: 'the activity log',
  members: 'users',
  loans: 'loan applications',
  payments: 'payments',
  'saved-views': 'saved views',
  grievances: 'grievances',
}

test('the policy names everything that may wait on a device to be sent', () => {
  const sentence = findSentence('unsent events')
  for (const word of Object.values(WAITING).flat()) expect(sentence).toContain(word)
})

test("the policy names every saved copy on an operator's device, and none that does not exist", () => {
  const sentence = findSentence('The operator works with a panel')
  expect(Object.keys(OPERATORS_COPIES).sort()).toEqual(Object.keys(READ_PERMISSIONS).sort())
  for (const word of Object.values(OPERATORS_COPIES)) expect(sentence).toContain(word)
  expect(SENTENCES.join()).not.toContain('snapshot')
})

test("the policy names the saved copies on a member's device", () => {
  const sentence = findSentence('a saved copy of')
  const words = { [EVENTS_READ]: 'your events', [OWN_LISTINGS_READ]: 'the list of your listings' }
  for (const word of Object.values(words)) expect(sentence).toContain(word)
})

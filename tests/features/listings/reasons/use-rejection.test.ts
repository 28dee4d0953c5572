import { expect, test } from 'vitest'
import type { ListingChange } from '#src/domain/change.ts'
import { findOwnRejection } from '#src/features/listings/reasons/use-rejection.ts'
import { sampleChange } from '#tests/support/outbox/sample-change.ts'

const REJECT = { kind: 'status', to: 'rejected' } as const
const GIVEN = { code: 'photos', note: 'Blurred.', changesNeeded: true }

const rejection = (rest: Partial<ListingChange> = {}) =>
  sampleChange({ key: 'rejection', action: REJECT, ...rest })
const reason = (rest: Partial<ListingChange> = {}) =>
  sampleChange({
    seq: 2,
    key: 'reason',
    action: { kind: 'reason', changeKey: 'rejection', ...GIVEN },
    ...rest,
  })
const acked = { state: 'acked', ackedVersion: 4 } as const

test.each<[string, ListingChange[], number | null, object | null | undefined]>([
  ['an unsent rejection', [rejection()], 3, { key: 'rejection', given: null }],
  ['a confirmed rejection', [rejection(acked)], 4, { key: 'rejection' }],
  [
    'a confirmed rejection without any version',
    [rejection({ state: 'acked' })],
    3,
    { key: 'rejection' },
  ],
  ['a rejection with its reason', [rejection(), reason()], 3, { given: GIVEN }],
  ['a rejection that others have changed since', [rejection(acked)], 5, undefined],
  [
    'a listing that this device did not decide',
    [rejection({ entityId: 'listing-2' })],
    3,
    undefined,
  ],
  ['an approval', [sampleChange()], 3, null],
  [
    'an approval after the rejection',
    [rejection(acked), sampleChange({ seq: 2, key: 'later' })],
    4,
    null,
  ],
  [
    'a rejection on a backend without idempotency keys',
    [rejection({ isKeyed: false })],
    null,
    null,
  ],
])(
  'findOwnRejection returns the rejection to explain, null for none, or undefined to ask the server: %s',
  (_what, changes, version, found) => {
    const own = findOwnRejection(changes, 'listing-1', version)
    if (found) expect(own).toMatchObject(found)
    else expect(own).toBe(found)
  },
)

import { beforeEach, describe, expect, test } from 'vitest'
import type { Change, ChangeOrigin } from '#src/domain/change.ts'
import type { ListingAction } from '#src/domain/listing/listing-change.ts'
import {
  type Announcement,
  type Announcer,
  createAnnouncer,
} from '#src/features/outbox/outcome-announcer.ts'
import type { ChangeResult } from '#src/outbox/change-outcomes.ts'
import { sampleChange, sampleEventChange } from '#tests/support/outbox/sample-change.ts'

let shown: Announcement[]
let isOnline: boolean
let isBusy: boolean
let isHeldBack: boolean
let announcer: Announcer

beforeEach(() => {
  shown = []
  isOnline = true
  isBusy = false
  isHeldBack = false
  announcer = createAnnouncer({
    show: (announcement) => shown.push(announcement),
    isOnline: () => isOnline,
    isHeldBack: () => isHeldBack,
    isBusy: () => isBusy,
  })
})

const WILL_RETRY = new Set<ChangeResult>(['queued', 'no-answer', 'signed-out'])

function outcomeOf(change: Change, result: ChangeResult, willRetry = WILL_RETRY.has(result)) {
  const isReachable = result === 'queued' ? null : true
  return { change, result, willRetry, message: '', isReachable }
}

function tell(...[change, result, willRetry]: Parameters<typeof outcomeOf>) {
  announcer.announce(outcomeOf(change, result, willRetry))
}

const messages = () => shown.map(({ message }) => message)
const APPROVE: ListingAction = { kind: 'status', to: 'approved' }
const REJECT: ListingAction = { kind: 'status', to: 'rejected' }
const DELETE: ListingAction = { kind: 'delete' }
const REASON: ListingAction = {
  kind: 'reason',
  changeKey: 'a-key',
  code: 'photos',
  note: '',
  changesNeeded: true,
}

describe('the messages of the specification, and those for reasons', () => {
  const cases: [ChangeOrigin, ListingAction, ChangeResult, string][] = [
    ['board', APPROVE, 'done', 'Property approved!'],
    ['board', REJECT, 'done', 'Property rejected!'],
    ['board', APPROVE, 'declined', 'Failed to approve property'],
    ['board', APPROVE, 'error-answer', 'Failed to approve property.'],
    ['board', REJECT, 'declined', 'Failed to reject property'],
    ['board', REJECT, 'error-answer', 'Failed to reject property.'],
    ['table', APPROVE, 'done', 'Status updated successfully!'],
    ['table', REJECT, 'declined', 'Failed to update status'],
    ['table', REJECT, 'error-answer', 'Error occurred while updating status'],
    ['table', DELETE, 'done', 'Property deleted permanently.'],
    ['table', DELETE, 'declined', 'Failed to delete property.'],
    ['board', REASON, 'done', 'Reason saved.'],
    ['table', REASON, 'error-answer', 'Failed to save the reason.'],
    ['table', DELETE, 'error-answer', 'Error occurred while deleting property.'],
  ]
  test.each(cases)(
    'a change that was made in the %s (%o) and has the result "%s" gets the message "%s"',
    (origin, action, result, message) => {
      const change = sampleChange({ origin, action })
      tell(change, 'queued')
      expect(shown).toEqual([])
      tell(change, result)
      expect(messages()).toEqual([message])
    },
  )
})

test('a message about a rejection offers to add a reason, even before the rejection is sent, if the rejection has an idempotency key', () => {
  const rejection = sampleChange({ action: REJECT })
  tell(rejection, 'queued')
  tell(rejection, 'no-answer', true)
  expect(shown).toMatchObject([
    {
      id: 'saved-on-this-device',
      tone: 'info',
      message: expect.stringMatching(/^Saved on this device/),
      rejected: rejection,
    },
  ])
  const sent = sampleChange({ key: 'sent', action: REJECT })
  tell(sent, 'queued')
  tell(sent, 'done')
  expect(shown.at(-1)?.rejected?.key).toBe('sent')
  const others = [
    sampleChange({ key: 'a', action: APPROVE }),
    sampleChange({ key: 'b', action: REJECT, isKeyed: false }),
  ]
  for (const change of others) {
    tell(change, 'queued')
    tell(change, 'done')
    expect(shown.at(-1)).not.toHaveProperty('rejected')
  }
})

test('when the server stops answering, a waiting change is announced as saved, and later as sent in a summary', () => {
  const first = sampleChange({ key: 'first', action: APPROVE })
  tell(first, 'queued')
  announcer.noteOffline()
  announcer.noteOffline()
  expect(messages()).toEqual(['Saved on this device. It is sent when the server can be reached.'])
  tell(first, 'done')
  announcer.summarise()
  expect(shown.at(-1)?.id).toBe('summary')
})

test('an error is announced once per change, not per try, and so is the later success', () => {
  const change = sampleChange()
  tell(change, 'queued')
  for (let tries = 0; tries < 3; tries += 1) tell(change, 'error-answer', true)
  tell(change, 'done')
  expect(messages()).toEqual(['Failed to approve property.', 'Property approved!'])
})

test('a change held back by "work offline" is announced as saved until the user goes back online', () => {
  isOnline = false
  isHeldBack = true
  tell(sampleChange(), 'queued')
  expect(messages()).toEqual(['Saved on this device. It is sent when you go back online.'])
})

test('several changes that were queued offline are announced in one summary after the last is sent', () => {
  isOnline = false
  const changes = [1, 2, 3].map((n) => sampleChange({ key: `key-of-change-${n}` }))
  for (const change of changes) tell(change, 'queued')
  shown = []
  isOnline = true
  isBusy = true
  tell(sampleChange({ key: 'key-of-change-1' }), 'done')
  announcer.summarise()
  expect(shown).toEqual([])
  tell(sampleChange({ key: 'key-of-change-2' }), 'done')
  tell(sampleChange({ key: 'key-of-change-3' }), 'conflict')
  isBusy = false
  announcer.summarise()
  announcer.summarise()
  expect(messages()).toEqual(['2 changes sent, Sea view was changed meanwhile on another device.'])
  expect(shown.at(-1)).toMatchObject({ tone: 'info', conflicts: 1 })
})

test.each([
  [null, ' on another device'],
  [{ actorId: 'operator-2', by: 'Ravi Shah' }, ' by Ravi Shah on another device'],
  [{ actorId: 'operator-2', by: null }, ' by another operator on another device'],
  [{ actorId: sampleChange().userId, by: 'Asha Rao' }, ' by you'],
])(
  'the message names the person who already made the same decision on another device: %o (null: unknown)',
  (first, who) => {
    const change = sampleChange()
    tell(change, 'queued')
    announcer.announce({ ...outcomeOf(change, 'already-done'), first })
    expect(messages()).toEqual([`Sea view was already approved${who}.`])
  },
)

test('a confirmed decision can be undone from its message, a delete cannot', () => {
  const change = sampleChange()
  const removal = sampleChange({ key: 'key-of-removal', action: DELETE })
  for (const one of [change, removal]) {
    tell(one, 'queued')
    tell(one, 'done')
  }
  expect(shown.map(({ undo }) => undo)).toEqual([[change], undefined])
  expect(shown.map(({ detail }) => detail)).toEqual(['Sea view', 'Sea view'])
})

describe('decisions confirmed while an earlier message is shown', () => {
  const NAMES = ['Hill House', 'Lake View', 'Green Villa', 'Sea view', 'Palm Court', 'Old Mill']

  type Status = 'approved' | 'rejected' | 'pending'
  function decide(place: number, to: Status, from: Status = 'pending') {
    const change = sampleChange({
      key: `key-of-decision-${place}-${to}`,
      entityId: `listing-${place}`,
      entityName: NAMES[place] ?? null,
      action: { kind: 'status', to },
      from,
    })
    tell(change, 'queued')
    tell(change, 'done')
    return change
  }

  test("share one message with the newest decision's text, how many were decided how, and the names of the listings", () => {
    for (const place of NAMES.keys()) decide(place, place === 5 ? 'rejected' : 'approved')
    expect(new Set(shown.map(({ id }) => id))).toHaveLength(1)
    expect(shown.map(({ detail }) => detail)).toEqual([
      'Hill House',
      '2 approved · Lake View and Hill House',
      '3 approved · Green Villa, Lake View and 1 more',
      '4 approved · Sea view, Green Villa and 2 more',
      '5 approved · Palm Court, Sea view and 3 more',
      '6 decided: 5 approved, 1 rejected · Old Mill, Palm Court and 4 more',
    ])
    expect(shown.at(-1)?.message).toBe('Property rejected!')
    expect(shown.at(-1)?.undo).toHaveLength(6)
  })

  test('restore, when undone, the status that each listing had before its first decision', () => {
    decide(0, 'approved')
    decide(1, 'approved')
    const again = decide(0, 'rejected', 'approved')
    expect(shown.at(-1)?.undo).toMatchObject([
      { key: again.key, from: 'pending' },
      { entityId: 'listing-1', from: 'pending' },
    ])
  })

  test('do not include a decision that was reverted', () => {
    decide(0, 'approved')
    decide(1, 'approved')
    decide(1, 'pending')
    expect(shown.at(-1)?.undo).toMatchObject([{ entityId: 'listing-0' }])
  })

  test('that set several listings back to pending say how many', () => {
    for (const place of NAMES.keys()) decide(place, 'pending', 'approved')
    expect(shown.at(-1)).toMatchObject({
      message: '6 set back to pending',
      detail: 'Old Mill, Palm Court and 4 more',
    })
  })

  test('are counted from one again after the shared message has disappeared', () => {
    decide(0, 'approved')
    shown.at(-1)?.onGone?.()
    decide(1, 'approved')
    expect(shown.at(-1)).toMatchObject({ detail: 'Lake View', undo: [{ entityId: 'listing-1' }] })
  })
})

describe('an event change', () => {
  const make = sampleEventChange()
  const update = sampleEventChange({ action: { kind: 'update', patch: { title: 'New' } } })
  const drop = sampleEventChange({ action: { kind: 'delete' } })
  const cases: [Change, ChangeResult, string][] = [
    [make, 'done', 'Event created successfully!'],
    [make, 'declined', 'Failed to create event!'],
    [make, 'error-answer', 'Failed to create event!'],
    [update, 'done', 'Event updated successfully!'],
    [update, 'error-answer', 'Failed to update event!'],
    [drop, 'done', 'Event deleted successfully!'],
    [drop, 'error-answer', 'Failed to delete event!'],
    [drop, 'already-done', 'Open house in Baner was already deleted on another device.'],
  ]
  test.each(cases)(
    'of the kind $action.kind with the result $1 gets the message $2',
    (change, result, message) => {
      tell(change, 'queued')
      tell(change, result, false)
      expect(messages()).toEqual([message])
      expect(shown[0]?.undo).toBeUndefined()
    },
  )

  test('that created a duplicate is announced, even if it was not queued on this page', () => {
    tell(make, 'done-twice', false)
    expect(messages()[0]).toMatch(/^Open house in Baner is in your list twice/)
    announcer.summarise()
    expect(messages()[1]).toBe('1 change sent.')
  })
})

describe('a series of conflicts', () => {
  const conflict = { status: 'approved', version: 4, changedAt: null, device: null } as const
  const OPERATOR = { actorId: 'operator-2', by: 'Operator' }

  function lose(place: number) {
    const lost = { entityId: `listing-${place}`, entityName: `Villa ${place}`, action: REJECT }
    const change = sampleChange({ key: `key-${place}`, ...lost })
    tell(change, 'queued')
    tell({ ...change, conflict: { ...conflict, ...OPERATOR } }, 'conflict')
  }

  test('is one message that stays no error, names who was first, and leads to the outbox', () => {
    for (let place = 1; place <= 6; place += 1) lose(place)
    expect(new Set(shown.map(({ id }) => id))).toEqual(new Set(['conflicts']))
    expect(new Set(shown.map(({ tone }) => tone))).toEqual(new Set(['info']))
    expect(messages()[0]).toBe('Villa 1 was already approved by Operator.')
    expect(shown.at(-1)).toMatchObject({
      message: '6 were already decided by Operator.',
      detail: 'Villa 6, Villa 5 and 4 more',
      conflicts: 6,
    })
  })

  test('begins anew after its message has left the screen', () => {
    lose(1)
    shown.at(-1)?.onGone?.()
    lose(2)
    expect(shown.at(-1)).toMatchObject({ message: 'Villa 2 was already approved by Operator.' })
  })
})

describe('a series of decisions that somebody else made too', () => {
  const first = { actorId: 'operator-2', by: 'Operator' }

  function meet(place: number, action = APPROVE) {
    const met = { entityId: `listing-${place}`, entityName: `Villa ${place}`, action }
    const change = sampleChange({ key: `key-${place}`, ...met })
    tell(change, 'queued')
    announcer.announce({ ...outcomeOf(change, 'already-done'), first })
  }

  test('is one message that counts and names the listings, and begins anew after it has left the screen', () => {
    for (const place of [1, 2, 3]) meet(place)
    expect(new Set(shown.map(({ id }) => id)).size).toBe(1)
    expect(shown.at(-1)).toMatchObject({
      message: '3 were already approved by Operator on another device.',
      detail: 'Villa 3, Villa 2 and 1 more',
    })
    meet(4, REJECT)
    expect(messages().at(-1)).toBe('4 were already decided by Operator on another device.')
    shown.at(-1)?.onGone?.()
    meet(5)
    expect(messages().at(-1)).toBe('Villa 5 was already approved by Operator on another device.')
  })
})

test('a summary names who had already made the same decisions', () => {
  const first = { actorId: 'operator-2', by: 'Operator' }
  tell(sampleChange({ key: 'key-of-change-1' }), 'done')
  for (const key of ['key-of-change-2', 'key-of-change-3'])
    announcer.announce({ ...outcomeOf(sampleChange({ key }), 'already-done'), first })
  announcer.summarise()
  expect(messages()).toEqual([
    '1 change sent, 2 were already approved by Operator on another device.',
  ])
})

test('a series of equal failures is one message that names the listings', () => {
  for (const place of [1, 2, 3]) {
    const change = sampleChange({
      key: `key-${place}`,
      entityId: `listing-${place}`,
      entityName: `Villa ${place}`,
      action: place === 3 ? APPROVE : REJECT,
    })
    tell(change, 'queued')
    tell(change, 'error-answer', true)
  }
  expect(shown.map(({ id, message, detail }) => [id, message, detail])).toEqual([
    ['failed: Failed to reject property.', 'Failed to reject property.', 'Villa 1'],
    ['failed: Failed to reject property.', 'Failed to reject property.', '2 · Villa 2 and Villa 1'],
    ['failed: Failed to approve property.', 'Failed to approve property.', 'Villa 3'],
  ])
})

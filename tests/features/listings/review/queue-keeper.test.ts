import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makePlaceOf, QUEUE_ORDERS } from '#src/domain/due/queue-order.ts'
import { makeQueueKeeper } from '#src/features/listings/review/queue-keeper.ts'
import { makeQueue } from '#src/features/listings/review/review-queue.ts'

const day = fc.constantFrom('01', '02', '15').map((date) => `2025-06-${date}T06:00:00.000Z`)
const state = fc.record({
  createdAt: day,
  resubmittedAt: fc.option(day, { nil: null }),
  status: fc.constantFrom('pending' as const, 'approved' as const, 'rejected' as const),
  price: fc.nat(2),
  assigneeId: fc.constantFrom(null, 'me', 'other'),
})
const rows = fc
  .subarray([...'abcdefgh'], { minLength: 4 })
  .chain((ids) => fc.tuple(...ids.map((id) => state.map((rest) => ({ id, ...rest })))))
/** Changes a listing, or its place in the list. */
const edit = fc.record({ at: fc.nat(7), to: state, isMoved: fc.boolean() })
const step = fc.oneof(
  fc.record({ list: rows }),
  fc.record({ edits: fc.array(edit, { maxLength: 3 }) }),
)

type Row = ReturnType<typeof rows.generate>['value'][number]

function apply(
  list: readonly Row[],
  { at, to, isMoved }: ReturnType<typeof edit.generate>['value'],
) {
  const place = at % list.length
  const edited = list.map((row, index) => (index === place ? { id: row.id, ...to } : row))
  return isMoved ? [...list.slice(place), ...list.slice(0, place)] : edited
}

test('after any changes of a list, the kept queue is the queue as it would be made anew', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...QUEUE_ORDERS),
      rows,
      fc.array(step, { minLength: 1, maxLength: 6 }),
      (order, first, steps) => {
        const placeOf = makePlaceOf(order, 0, 'me')
        const keepQueue = makeQueueKeeper<Row>()
        let now: readonly Row[] = first
        keepQueue(now, placeOf)
        for (const next of steps) {
          now = 'list' in next ? next.list : next.edits.reduce(apply, now)
          expect(keepQueue(now, placeOf)).toEqual(makeQueue(now, placeOf))
        }
      },
    ),
  )
})

test('a list in which no waiting listing changed keeps its queue', () => {
  const keepQueue = makeQueueKeeper<Row>()
  const placeOf = makePlaceOf('age', 0)
  const decided: Row = {
    id: 'a',
    createdAt: '2025-06-01T06:00:00.000Z',
    resubmittedAt: null,
    status: 'approved',
    price: 1,
    assigneeId: null,
  }
  const queue = keepQueue([decided], placeOf)
  expect(keepQueue([{ ...decided, price: 2 }], placeOf)).toBe(queue)
})

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeDemoRandom } from '#server/demo/demo-random.ts'
import type { Listing } from '#src/domain/listing/listing.ts'
import type { Note } from '#src/domain/note/note.ts'
import type { SavedRead } from '#src/query-cache/cached-reads.ts'
import { NOTES_READS, savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { setupReview } from '#tests/features/listings/review/review-page.ts'
import { panelAnswers, wireClaim, wireListing } from '#tests/support/panel-answers.ts'
import { operatorAs, renderApp } from '#tests/support/render-with-sync.tsx'
import { ok } from '#tests/support/scripted-answers.ts'

setupReview()

const ID = '65f1c0ffee1234567890abcd'
const USER = 'operator-1'
const LETTERS = 'abc क़ı\n'
const STATUSES = ['pending', 'approved', 'rejected'] as const
const REOPENED = 1 / 250 // of the acts; each renders the whole panel

// What colleagues do while somebody types a note: they decide, write notes, take and leave the listing, and delete it.

async function open() {
  const shown = renderApp({
    address: `/dashboard?section=property&open=${ID}`,
    session: operatorAs('reviewer'),
    responses: {
      ...panelAnswers([wireListing({ _id: ID, propertyName: 'Sea-view flat' })]),
      'GET /admin/properties/:id/history': ok([]),
    },
  })
  await screen.findByLabelText('New note')
  await waitFor(() =>
    expect(
      shown.runtime.queryClient.getQueryData(savedReadKey(USER, NOTES_READS.listing, ID)),
    ).toBeDefined(),
  )
  return shown
}

const SENTENCE = 'colleagues change no character of a note that somebody types'

test(`${SENTENCE}: 100 random acts`, { timeout: 120_000 }, () => play('short', 100))
// Ten thousand together: one of them takes a minute on a quiet machine.
test.each(['first', 'second', 'third', 'fourth'])(
  `${SENTENCE}: the %s 2,500 random acts`,
  { tags: ['long'], timeout: 600_000 },
  (part) => play(part, 2_500),
)

async function play(part: string, acts: number): Promise<void> {
  const random = makeDemoRandom(`typed text ${part}`)
  let page = await open()
  let typed = ''
  let written = 0
  const count = () => {
    written += 1
    return written
  }

  const field = () => screen.getByLabelText<HTMLTextAreaElement>('New note')
  const change = <Value,>(name: string, id: string | undefined, next: (now: Value) => Value) =>
    act(async () => {
      page.runtime.queryClient.setQueryData<SavedRead<Value>>(
        savedReadKey(USER, name, id),
        (read) => read && { ...read, value: next(read.value) },
      )
      await new Promise((rendered) => setTimeout(rendered)) // queries notify screens in a task of their own
    })
  const colleague = [
    () =>
      change<readonly Listing[]>('listings', undefined, (rows) =>
        rows.map((row) => ({ ...row, status: random.pick(STATUSES), version: count() })),
      ),
    () =>
      change<readonly Note[] | null>(NOTES_READS.listing, ID, (notes) => [
        ...(notes ?? []).slice(random.whole(0, 3)),
        {
          id: `note ${count()}`,
          authorId: 'ravi',
          author: 'Ravi Shah',
          text: `Note ${written}`,
          at: '2025-06-18T08:32:00.000Z',
          mentions: [],
          earlier: [],
          editedAt: null,
          removedAt: null,
          removedById: null,
          removedBy: null,
        },
      ]),
    () =>
      act(async () => {
        const claims = random.chance(0.5)
          ? [wireClaim(ID, { personId: 'ravi', fence: count(), hasUnsavedText: true })]
          : []
        page.runtime.sync.outbox.claims.setClaims(claims, USER)
      }),
  ]
  function type() {
    const isLong = typed.length > 40
    typed = isLong ? typed.slice(random.whole(0, 20)) : typed + random.pick([...LETTERS])
    fireEvent.change(field(), { target: { value: typed } })
  }

  for (let made = 0; made < acts; made += 1) {
    if (random.chance(REOPENED)) {
      page.unmount()
      page = await open()
    } else if (random.chance(0.5)) type()
    else await random.pick(colleague)()
    if (field().value !== typed) expect(`after ${made}: ${field().value}`).toBe(typed)
  }
  expect(written).toBeGreaterThan(acts / 10)
  expect(screen.getAllByText(/^Note \d+$/).length).toBeGreaterThan(0)
}

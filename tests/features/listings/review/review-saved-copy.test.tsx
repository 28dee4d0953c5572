import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { FRESH_MS } from '#src/query-cache/use-saved-read.ts'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { renderApp } from '#tests/support/render-with-sync.tsx'
import { held, ok } from '#tests/support/scripted-answers.ts'
import { seeReady, setupReview } from './review-page.ts'

// A review that opens from the copy on the device starts with the listing with which a fresh one would start.

setupReview()

afterEach(() => {
  vi.useRealTimers()
})

const NEXT = '/dashboard?section=property&review=next'
const LIST = 'GET /admin/properties'
const posted = (_id: string, propertyName: string, day: string, rest: object = {}) =>
  wireListing({ _id, propertyName, createdAt: `2025-06-${day}T06:00:00.000Z`, ...rest })
const VILLA = posted('v1', 'Garden villa', '03')
const FLAT = posted('f2', 'Sea-view flat', '09')

/** Opens the review, and closes the page after its list was saved on the device. Then the copy becomes old. */
async function saveCopy(): Promise<void> {
  const { runtime, unmount } = renderApp({ address: NEXT, responses: panelAnswers([VILLA, FLAT]) })
  await seeReady('Garden villa')
  await runtime.sync.persister.idle()
  unmount()
  await runtime.dispose()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + FRESH_MS + 1_000 })
}

/** Opens the review from the copy; the server's list arrives when `letGo` is called. */
function openOnCopy(listings: object[]) {
  const { respond, letGo } = held(ok(listings))
  renderApp({ address: NEXT, responses: { ...panelAnswers(), [LIST]: respond } })
  return letGo
}

const ARRIVED = [
  ['an older listing', posted('o0', 'Farm', '01'), 'Farm'],
  [
    'a resubmitted listing',
    posted('r4', 'Hill house', '12', { resubmittedAt: '2025-06-20T06:00:00.000Z' }),
    'Hill house',
  ],
  ['a younger listing', posted('y5', 'Corner shop', '15'), 'Garden villa'],
] as const

test.each(ARRIVED)(
  'with %s that arrived since, it starts as a fresh one does',
  async (_, arrived, first) => {
    await saveCopy()
    const letGo = openOnCopy([VILLA, FLAT, arrived])
    await screen.findByRole('heading', { name: 'Garden villa' }) // the first of the copy
    letGo()
    await seeReady(first)
    await screen.findByText('1 of 3')
    expect(screen.queryByText(/while you reviewed/)).toBeNull() // it came before the review began
  },
)

test('once the person has pressed a key, the first listing of the copy stays', async () => {
  await saveCopy()
  const letGo = openOnCopy([VILLA, FLAT, posted('o0', 'Farm', '01')])
  await seeReady('Garden villa')
  fireEvent.keyDown(document.body, { key: 'Shift' })
  letGo()
  await screen.findByText('2 of 3')
  await seeReady('Garden villa')
})

import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { setupReview } from '#tests/features/listings/review/review-page.ts'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { operatorAs, renderApp } from '#tests/support/render-with-sync.tsx'

setupReview()

const LIST = '/dashboard?section=property'
const ME = { id: 'operator-1', name: 'Asha Rao' }
const RAVI = { id: 'ravi', name: 'Ravi Shah' }
const LISTINGS = [
  wireListing({ _id: 'a', propertyName: 'Mine', status: 'approved', decider: ME }),
  wireListing({
    _id: 'b',
    propertyName: 'Of Ravi',
    status: 'rejected',
    decider: RAVI,
    hints: ['photo', 'price'],
  }),
  wireListing({ _id: 'c', propertyName: 'Unchecked', status: 'pending' }),
  wireListing({ _id: 'd', propertyName: 'Harmless', status: 'pending', hints: [] }),
]

const names = async () =>
  (await screen.findAllByRole('checkbox', { name: /^Select / })).map((box) =>
    box.getAttribute('aria-label')?.replace('Select ', ''),
  )

describe('the list of properties', () => {
  test.each([
    ['decided-by=me', 'Decided by: me', ['Mine']],
    ['decided-by=ravi', 'Decided by: Ravi Shah', ['Of Ravi']],
    ['hint=photo', 'Hint: Same photo or video', ['Of Ravi']],
    ['hint=price&hint=place', 'Hint: Unusual price or Same place', ['Of Ravi']],
    ['hint=any', 'Hint: Any hint', ['Of Ravi']],
    ['hint=none', 'Hint: No hint', ['Harmless']],
  ])('shows with the filter %s what it says', async (query, words, expected) => {
    renderApp({ address: `${LIST}&${query}`, responses: panelAnswers(LISTINGS) })
    await screen.findByRole('button', { name: `Remove the filter “${words}”` })
    expect(await names()).toEqual(expected)
  })

  test('names the filter by hints to a role without them, and leaves it out', async () => {
    renderApp({
      address: `${LIST}&hint=photo`,
      responses: panelAnswers(LISTINGS),
      session: operatorAs('viewer'),
    })
    await screen.findByText(/There is no filter “hint”/)
    expect(screen.queryByText(/^Hint:/)).toBeNull()
  })
})

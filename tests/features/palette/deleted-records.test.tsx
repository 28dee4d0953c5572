import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import {
  ADDRESS,
  delta,
  HELD,
  LIST,
  listAnswers,
  OUTSIDE,
  pageOf,
} from '#tests/features/listings/share/share-answers.ts'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { OPERATOR, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { ok } from '#tests/support/scripted-answers.ts'

setupAnswers()

const HUT = wireListing({ ...OUTSIDE, _id: 'z7', propertyName: 'Hill hut' })
const NO_NEWS = delta('e-1', [], [])
const DELETED = delta('e-2', [], ['z9'])

const labels = () =>
  [...document.querySelectorAll('.palette-label')].map(({ textContent }) => textContent)

test('a listing that the server found, and that a colleague deletes, leaves the open palette', async () => {
  const { respond } = listAnswers({ 'q=hill': pageOf([OUTSIDE, HUT]) })
  let news = NO_NEWS
  const { runtime } = renderApp({
    address: ADDRESS,
    responses: {
      ...panelAnswers(HELD),
      'GET /admin/payments': ok([]),
      'GET /admin/saved-views': ok([]),
      [LIST]: (request) =>
        new URL(request.url).searchParams.has('since') ? Response.json(news) : respond(request),
    },
  })
  await screen.findByLabelText('Status of Corner plot')
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  fireEvent.change(await screen.findByRole('combobox', { name: 'Search everything' }), {
    target: { value: 'hill' },
  })
  await waitFor(() => expect(labels()).toEqual(['Hill bungalow', 'Hill hut']))
  news = DELETED
  const queryKey = savedReadKey(OPERATOR.account.id, 'listings')
  await act(() => runtime.queryClient.refetchQueries({ queryKey }))
  await waitFor(() => expect(labels()).toEqual(['Hill hut']))
})

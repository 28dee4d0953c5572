import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DECIDE, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { renderApp } from '#tests/support/render-with-sync.tsx'
import { ok, recorded } from '#tests/support/scripted-answers.ts'
import { seeReady, setupReview } from './review-page.ts'

// The photos of a listing, large, without leaving the review.

setupReview()

const POSTING = 'GET /admin/properties/:id/posting'
const photo = (letter: string) => ({
  id: letter.repeat(24),
  kind: 'photo',
  url: `https://photos.example/${letter}.jpg`,
  smallUrl: `https://photos.example/${letter}-small.jpg`,
  isNew: false,
})
const SUBMISSION = {
  content: { deal: 'rent', kind: 'apartment', description: 'Two balconies.', media: [] },
  media: ['a', 'b', 'c'].map(photo),
  changes: [],
  earlierReason: null,
  checks: [],
  owner: { listings: 1, approved: 0, rejected: 0, memberSince: null },
}

async function startReview() {
  const sent = recorded(ok())
  renderApp({
    address: '/dashboard?section=property&review=next',
    responses: {
      ...panelAnswers([wireListing({ _id: 'v1', propertyName: 'Garden villa' })]),
      [POSTING]: ok(SUBMISSION),
      [DECIDE]: sent.respond,
    },
  })
  await seeReady('Garden villa')
  await screen.findByRole('list', { name: 'Photos' })
  return sent
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

/** Waits until this photo is shown large. */
async function seePhoto(place: number): Promise<HTMLElement> {
  const dialog = await screen.findByRole('dialog', { name: `Photo ${place} of 3` })
  const letter = 'abc'.charAt(place - 1)
  expect(within(dialog).getByRole('img')).toHaveAttribute('src', photo(letter).url)
  return dialog
}

test('V opens the photos large, the arrow keys go on and stop at either end, and Escape returns to the card', async () => {
  const sent = await startReview()
  press('v')
  const dialog = await seePhoto(1)
  await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
  const place = within(dialog).getByRole('group')
  const arrow = (key: string) => fireEvent.keyDown(place, { key })
  arrow('ArrowRight')
  await seePhoto(2)
  arrow('ArrowRight')
  arrow('ArrowRight')
  await seePhoto(3)
  arrow('ArrowLeft')
  await seePhoto(2)
  press('a') // no key decides about what the photo covers
  await act(async () => undefined)
  fireEvent.keyDown(dialog, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Garden villa' })).toHaveFocus())
  expect(new URLSearchParams(window.location.search).get('review')).toBe('v1')
  expect(sent.bodies).toEqual([])
})

test('a press on a photo of the strip opens that photo, and closing it returns to the strip', async () => {
  await startReview()
  const strip = within(screen.getByRole('list', { name: 'Photos' }))
  const [, second] = strip.getAllByRole('button')
  act(() => second?.focus())
  fireEvent.click(second ?? document.body)
  fireEvent.keyDown(await seePhoto(2), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(second).toHaveFocus())
})

test('the key of the photos is in the help and beside them, and does nothing while single keys are off', async () => {
  await startReview()
  expect(screen.getByText('shows them large')).toHaveTextContent('V shows them large')
  press('?')
  const help = await screen.findByRole('dialog', { name: 'Keys' })
  const key = within(help).getByText('V').closest('div')
  expect(key).toHaveTextContent('View the photos large; the arrow keys go on')
  fireEvent.click(within(help).getByRole('switch', { name: 'Single-letter shortcuts' }))
  fireEvent.keyDown(help, { key: 'Escape' })
  await waitFor(() => expect(help).not.toBeInTheDocument())
  expect(screen.queryByText('shows them large')).toBeNull()
  press('v')
  await act(async () => undefined)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the card of the next listing is rendered before its submission is here, and takes the focus with all of it at once', async () => {
  const listings = ['Garden villa', 'Sea-view flat'].map((propertyName, place) =>
    wireListing({ _id: `v${place}`, propertyName }),
  )
  renderApp({
    address: '/dashboard?section=property&review=next',
    responses: { ...panelAnswers(listings), [POSTING]: () => new Promise(() => undefined) },
  })
  await seeReady('Garden villa')
  const findCard = () => document.querySelector<HTMLElement>('article[data-listing="v1"]')
  await waitFor(() => expect(findCard()).toBeInTheDocument())
  const card = findCard()
  expect(card).not.toBeVisible()
  press('j')
  expect(screen.getByRole('article', { name: 'Sea-view flat' })).toBe(card)
  expect(screen.getByRole('heading', { name: 'Sea-view flat' })).toHaveFocus()
})

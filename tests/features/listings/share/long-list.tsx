import { fireEvent, screen, within } from '@testing-library/react'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { type Responses, renderApp } from '#tests/support/render-with-sync.tsx'
import { ok } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import { ADDRESS, HELD, LIST, listAnswers, type Pages } from './share-answers.ts'

// A list of a million listings, of which the tests answer the pages around some places.

/** The listing at a place of the list; the oldest come last. */
const at = (place: number) =>
  wireListing({
    _id: `p${place}`,
    propertyName: `Place ${place}`,
    status: 'approved',
    version: 1,
    createdAt: new Date(Date.UTC(2020, 0, 1) - place * 1_000).toISOString(),
  })

interface Beside {
  next?: string
  previous?: string
  total?: number
}

/** A page with the listings at these places. */
export const page = (places: number[], { next, previous, total = 1_000_000 }: Beside = {}) =>
  ok(places.map(at), {
    meta: { nextCursor: next ?? null, previousCursor: previous ?? null, total },
  })

/** Opens the list. A test can change the pages later. `rest` belongs to the address. */
export function openLongList(pages: Pages, rest = '', responses: Responses = {}) {
  pages[''] ??= page([1, 2], { next: 'c2' })
  const { asked, respond } = listAnswers(pages)
  const { runtime } = renderApp({
    address: `${ADDRESS}${rest}`,
    responses: { ...panelAnswers(HELD), [LIST]: respond, ...responses },
  })
  return { asked, runtime }
}

/** Writes the number of a row into the dialog, and presses Go. */
export async function goTo(row: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Go to row' }))
  const dialog = await screen.findByRole('dialog', { name: 'Go to row' })
  fireEvent.change(within(dialog).getByLabelText('Row'), { target: { value: row } })
  await user.press('Go', dialog)
  return dialog
}

/** The places of the listings in the table. */
export const places = () =>
  screen
    .queryAllByLabelText(/^Status of Place /)
    .map((one) => Number(one.getAttribute('aria-label')?.replace('Status of Place ', '')))

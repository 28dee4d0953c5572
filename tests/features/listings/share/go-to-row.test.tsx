import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import '#src/features/listings/listings-screen.tsx' // loads the lazy code now, so that no test waits for it
import { expectConsole } from '#tests/support/dom-setup.ts'
import { setupAnswers } from '#tests/support/render-with-sync.tsx'
import { refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import { goTo, openLongList, page, places } from './long-list.tsx'
import { PART } from './share-answers.ts'

// Going to a row of a list that is longer than one can scroll through.

setupAnswers()

test('a row in the middle is shown with the rows around it, and with its number in the whole list', async () => {
  expectConsole('error', /^Could not load listing-pages/)
  const refuse = refusal(503)
  const rest = page([499_997], { next: 'x' })
  let isWell = false
  const { asked } = openLongList({
    'cursor=c2': page([3], {}),
    'start=499999': page([500_000, 500_001], { next: 'n', previous: 'p' }),
    'cursor=n': page([500_002], { previous: 'x' }),
    'cursor=p': page([499_998, 499_999], { next: 'x', previous: 'q' }),
    'cursor=q': () => (isWell ? Response.json(rest) : refuse()),
  })
  await goTo('5,00,000')
  const around = [499_998, 499_999, 500_000, 500_001, 500_002]
  await waitFor(() => expect(places()).toEqual(around))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByLabelText('Status of Corner plot')).toBeNull()
  const headRows = document.querySelectorAll('thead tr').length
  const row = screen.getByLabelText('Status of Place 500000').closest('tr')
  expect(row).toHaveAttribute('aria-rowindex', String(500_000 + headRows))
  // After a failure only a press asks again, for the same page.
  expect(await screen.findByText('The server did not send the others.', PART)).toBeVisible()
  for (let turn = 0; turn < 50; turn += 1)
    await act(() => new Promise<void>((next) => setImmediate(next)))
  expect(asked.filter((one) => one === 'cursor=q')).toHaveLength(1)
  isWell = true
  await user.press('Retry')
  await waitFor(() => expect(places()).toEqual([499_997, ...around]))
})

test('the last rows are a press away', async () => {
  const { asked } = openLongList({
    'cursor=c2': page([3], {}),
    'start=end': page([999_999, 1_000_000], { previous: 'p' }),
    'cursor=p': page([999_998], { next: 'x' }),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Go to row' }))
  await user.press('Last rows', await screen.findByRole('dialog', { name: 'Go to row' }))
  await waitFor(() => expect(places()).toEqual([999_998, 999_999, 1_000_000]))
  expect(asked).toContain('start=end')
})

test.each([
  ['', '1 to 10,00,000'],
  ['0', '1 to 10,00,000'],
  ['ten', '1 to 10,00,000'],
  ['1.5', '1 to 10,00,000'],
  ['1000001', '1 to 10,00,000'],
])(
  'the row "%s" is refused with the rows that there are, and stays in the field',
  async (row, rows) => {
    openLongList({ 'cursor=c2': page([3], {}) })
    const dialog = await goTo(row)
    expect(await within(dialog).findByText(`Write a number from ${rows}.`)).toBeVisible()
    expect(within(dialog).getByLabelText('Row')).toHaveValue(row)
  },
)

test('a filtered list says how far one can go, and the server is not asked for more', async () => {
  const { asked } = openLongList(
    {
      'status=approved': page([1, 2], { next: 'c2', total: 750_000 }),
      'status=approved&cursor=c2': page([3]),
    },
    '&status=approved',
  )
  const dialog = await goTo('10002')
  expect(await within(dialog).findByText('Write a number from 1 to 10,001.')).toBeVisible()
  expect(asked.filter((one) => one.includes('start'))).toEqual([])
})

test('a row that the server cannot send leaves the list as it is, and the number in the field', async () => {
  const refuse = refusal(503)
  openLongList({ 'cursor=c2': page([3], {}), 'start=499999': () => refuse() })
  const dialog = await goTo('500000')
  expect(await within(dialog).findByText(/^The server/)).toBeVisible()
  expect(within(dialog).getByLabelText('Row')).toHaveValue('500000')
  expect(places()).toEqual([1, 2, 3])
})

test('a list of one page, and one that is not counted, have no row to go to', async () => {
  openLongList({ '': page([1, 2], { total: 2 }) })
  expect(await screen.findByText('From the server: all that match.', PART)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Go to row' })).toBeNull()
})

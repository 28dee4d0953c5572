import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import '#src/features/listings/listings-screen.tsx' // loads the lazy code now, so that no test waits for it
import type { Runtime } from '#src/app/runtime.ts'
import { setupAnswers } from '#tests/support/render-with-sync.tsx'
import { goTo, openLongList, page, places } from './long-list.tsx'
import { PART, type Pages } from './share-answers.ts'

// The listings of a page have left the list: an empty page has no cursors, and is not all of the list for that.

setupAnswers()

const neverAnswered = () => new Promise<Response>(() => undefined)

const readAgain = (runtime: Runtime) =>
  act(() => runtime.queryClient.refetchQueries({ queryKey: ['pages'] }))

test('a row behind the end of a list that is shorter by now shows the last rows', async () => {
  const total = 999_500
  const { asked } = openLongList({
    'cursor=c2': page([3]),
    'start=999899': page([], { total }),
    'start=end': page([999_499, 999_500], { previous: 'p', total }),
    'cursor=p': page([999_498], { previous: 'q', next: 'x', total }),
    'cursor=q': page([999_497], { next: 'x', total }),
  })
  await goTo('9,99,900')
  await waitFor(() => expect(places()).toEqual([999_497, 999_498, 999_499, 999_500]))
  expect(asked).toContain('start=end')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('pages whose first row is behind the end when they are read again show the last rows', async () => {
  const pages: Pages = {
    'cursor=c2': page([3]),
    'start=899999': page([900_000], { previous: 'p' }),
    'cursor=p': neverAnswered,
  }
  const { runtime } = openLongList(pages)
  await goTo('9,00,000')
  await waitFor(() => expect(places()).toEqual([900_000]))
  pages['start=899999'] = page([], { total: 800_000 })
  pages['start=end'] = page([800_000], { previous: 'q', total: 800_000 })
  pages['cursor=q'] = page([799_999], { previous: 'r', next: 'x', total: 800_000 })
  pages['cursor=r'] = neverAnswered
  await readAgain(runtime)
  await waitFor(() => expect(places()).toEqual([799_999, 800_000]))
  expect(screen.getByText('From the server: 7,99,999 to 8,00,000 of 8,00,000.', PART)).toBeVisible()
})

test('pages after an empty one are still there when they are read again', async () => {
  const { asked, runtime } = openLongList({
    'cursor=c2': page([3]),
    'start=499999': page([500_000, 500_001], { previous: 'p' }),
    'cursor=p': page([]),
  })
  await goTo('5,00,000')
  await waitFor(() => expect(asked).toContain('cursor=p'))
  expect(places()).toEqual([500_000, 500_001])
  await readAgain(runtime)
  await waitFor(() => expect(places()).toEqual([1, 2, 3]))
  expect(screen.getByText('From the server: all that match.', PART)).toBeVisible()
})

test('a list that has lost all its rows is asked for once from each side', async () => {
  const pages: Pages = { 'cursor=c2': page([3]), 'start=499999': page([500_000]) }
  const { asked, runtime } = openLongList(pages)
  await goTo('5,00,000')
  await waitFor(() => expect(places()).toEqual([500_000]))
  for (const query of ['', 'start=499999', 'start=end']) pages[query] = page([], { total: 0 })
  const before = asked.length
  await readAgain(runtime)
  await waitFor(() => expect(asked.slice(before)).toContain('start=end'))
  expect(await screen.findByText('From the server: all that match.', PART)).toBeVisible()
  expect(asked.slice(before)).toEqual(['start=499999', 'start=end'])
})

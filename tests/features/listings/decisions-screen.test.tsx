import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { filterDecisions, rangeOfDays } from '#src/features/listings/decisions-queries.ts'
import { DecisionsScreen } from '#src/features/listings/decisions-screen.tsx'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { NO_NETWORK, wireListing } from '#tests/support/panel-answers.ts'
import { answer, renderWithSync, setupAnswers } from '#tests/support/render-with-sync.tsx'

setupAnswers()

const { _id: LISTING } = wireListing()

function entry(id: number, device: string, to: string) {
  return {
    id,
    at: `2025-09-0${id}T20:00:00.000Z`,
    actorId: 'operator-1',
    by: 'Ravi Shah',
    device,
    action: 'status',
    entity: 'listing',
    entityId: id === 1 ? '65f1c0ffee12345678900000' : LISTING,
    from: 'pending',
    to,
    idempotencyKey: null,
    hash: 'ab',
  }
}
const PHONE = entry(3, 'Chrome on Android', 'approved')
const DESK = entry(2, 'Firefox on Windows', 'rejected')
const OLD = entry(1, 'Chrome on Android', 'pending')

const page = (data: object[], nextCursor: string | null = null) =>
  HttpResponse.json({ success: true, data, meta: { nextCursor } })

function show(address = '/dashboard?section=decisions') {
  const asked = vi.fn()
  const { unmount } = renderWithSync(<DecisionsScreen />, {
    address,
    responses: {
      'GET /admin/properties': { success: true, data: [wireListing()] },
      'GET /admin/audit': ({ url }) => {
        const query = new URL(url).searchParams
        asked(Object.fromEntries(query))
        return query.has('cursor') ? page([OLD]) : page([PHONE, DESK], 'older')
      },
    },
  })
  return { asked, unmount }
}

test('lists decisions newest first, with time, device and listing, page by page', async () => {
  show()
  await screen.findByText('Chrome on Android', { exact: false })
  const link = await screen.findAllByRole('link', { name: 'Sea-view 3 BHK in Bandra West' })
  expect(link[0]).toHaveAttribute('href', `/dashboard?section=property&open=${LISTING}`)
  const lines = screen.getAllByRole('listitem').map((line) => line.textContent)
  expect(lines).toEqual([
    'Approved · Sea-view 3 BHK in Bandra West04 Sep 25, 01:30 · You · Chrome on Android',
    'Rejected · Sea-view 3 BHK in Bandra West03 Sep 25, 01:30 · You · Firefox on Windows',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Show older' }))
  // A deleted listing is shown by its short id.
  expect(await screen.findByText('Set to pending · Property 900000')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('queries the server by device and whole Indian days, which are in the address', async () => {
  const { asked } = show('/dashboard?section=decisions&from=2025-09-03&to=2025-09-04&device=chrome')
  expect(await screen.findByLabelText('Device')).toHaveValue('chrome')
  await waitFor(() =>
    expect(asked).toHaveBeenCalledWith({
      entity: 'listing',
      action: 'status',
      limit: '100',
      device: 'chrome',
      from: '2025-09-02T18:30:00.000Z',
      before: '2025-09-04T18:30:00.000Z',
    }),
  )
})

test('without a network searches the saved copy, and says so', async () => {
  show()
  await screen.findAllByRole('listitem')
  expectConsole('error', /Could not load decisions/)
  answer({ ...NO_NETWORK, 'GET /admin/audit': () => HttpResponse.error() })
  fireEvent.change(screen.getByLabelText('Device'), { target: { value: 'firefox' } })
  expect(
    await screen.findByText('Only the newest decisions are saved on this device.'),
  ).toBeVisible()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('filters loaded entries as the server does', () => {
  const any = { device: '', from: '', before: '' }
  const all = [PHONE, DESK, OLD]
  const ids = (search: Partial<typeof any>) =>
    filterDecisions(all, { ...any, ...search }).map(({ id }) => id)
  expect(ids({})).toEqual([3, 2, 1])
  expect(ids({ device: 'ANDROID' })).toEqual([3, 1])
  expect(ids(rangeOfDays('2025-09-03', '2025-09-03'))).toEqual([2])
  expect(ids(rangeOfDays('', 'no day'))).toEqual([3, 2, 1])
})

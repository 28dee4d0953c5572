import { act, fireEvent, screen } from '@testing-library/react'
import Dexie from 'dexie'
import { HttpResponse } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { LoanSheet } from '#src/features/loans/loan-sheet.tsx'
import {
  answer,
  OPERATOR,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'

setupAnswers()
afterEach(() => void vi.useRealTimers())

const ID = '665e0a10c1d2e3f4a5b6c7aa'
const PAN = 'ABCPV1234K'
const LOAN = {
  _id: ID,
  user: { fullName: 'Ravi Menon', phoneNumber: '+91 90000 12345' },
  income: 50_000,
  panNumber: 'ABCPVXXXXK',
  createdAt: '2025-11-12T03:04:05Z',
}
const ENTRY = {
  at: '2025-11-13T03:04:05Z',
  action: 'PAN revealed',
  actorId: OPERATOR.account.id,
  device: 'Office laptop',
}

function renderSheet(responses: Responses = {}, id = ID) {
  renderWithSync(<LoanSheet id={id} onClose={vi.fn()} />, {
    responses: {
      'GET /admin/loan': { success: true, data: [LOAN] },
      'GET /admin/loan/:id/history': { success: true, data: [ENTRY] },
      'POST /admin/loan/:id/pan': { success: true, data: { panNumber: PAN } },
      ...responses,
    },
  })
}

async function showPan() {
  fireEvent.click(await screen.findByRole('button', { name: 'Show PAN' }))
}

it("the applicant is a link if the server sends the user's id", async () => {
  const user = { ...LOAN.user, id: '665e0a10c1d2e3f4a5b6c701' }
  renderSheet({ 'GET /admin/loan': { success: true, data: [{ ...LOAN, user }] } })
  const link = await screen.findByRole('link', { name: 'Ravi Menon' })
  expect(link).toHaveAttribute('href', `/dashboard?section=users&open=${user.id}`)
})

it('the details show the date of the application and its history', async () => {
  renderSheet()
  expect(await screen.findByRole('dialog', { name: 'Ravi Menon' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Ravi Menon' })).toBeNull()
  expect(screen.getByText('12 Nov 25')).toBeVisible()
  expect(screen.getByText('50,000')).toBeVisible()
  expect(await screen.findByText('PAN revealed')).toBeVisible()
  const line = screen.getByText('13 Nov 25, 08:34').parentElement
  expect(line).toHaveTextContent('13 Nov 25, 08:34 · You · Office laptop')
})

it('the sheet shows and hides a PAN on request, and stores it nowhere on the device', async () => {
  renderSheet()
  await showPan()
  expect(await screen.findByText(PAN)).toBeVisible()
  expect(await dumpDevice()).not.toContain(PAN)
  fireEvent.click(screen.getByRole('button', { name: 'Hide PAN' }))
  expect(screen.queryByText(PAN)).toBeNull()
  expect(screen.getByText('ABCPVXXXXK')).toBeVisible()
})

it('the history is reloaded after a PAN was shown', async () => {
  renderSheet({ 'GET /admin/loan/:id/history': { success: true, data: [] } })
  await screen.findByRole('button', { name: 'Show PAN' })
  answer({ 'GET /admin/loan/:id/history': { success: true, data: [ENTRY] } })
  expect(screen.queryByText('PAN revealed')).toBeNull()
  await showPan()
  expect(await screen.findByText('PAN revealed')).toBeVisible()
})

it('a PAN is hidden after a minute', async () => {
  renderSheet()
  await screen.findByRole('button', { name: 'Show PAN' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  act(() => screen.getByRole('button', { name: 'Show PAN' }).click())
  expect(await screen.findByText(PAN)).toBeVisible()
  act(() => void vi.advanceTimersByTime(55_000))
  expect(screen.getByText(PAN)).toBeVisible()
  act(() => void vi.advanceTimersByTime(5_000))
  expect(screen.queryByText(PAN)).toBeNull()
})

it('after too many shown PANs, the sheet shows when to try again', async () => {
  vi.setSystemTime('2025-11-20T08:30:10Z')
  renderSheet({
    'POST /admin/loan/:id/pan': () =>
      HttpResponse.json(
        { success: false, error: 'Slow down.' },
        { status: 429, headers: { 'Retry-After': '300' } },
      ),
  })
  await showPan()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Too many PAN numbers were shown. Try again at 14:06.',
  )
})

it('without a network, the sheet shows an error instead of the PAN, and can retry', async () => {
  renderSheet({ 'POST /admin/loan/:id/pan': () => HttpResponse.error() })
  await showPan()
  expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached.')
  answer({ 'POST /admin/loan/:id/pan': { success: true, data: { panNumber: PAN } } })
  await showPan()
  expect(await screen.findByText(PAN)).toBeVisible()
})

it('a loan with a full PAN and without an id has no Show PAN button and no history', async () => {
  renderSheet(
    {
      'GET /admin/loan': { success: true, data: [{ user: { fullName: 'Meera' }, panNumber: PAN }] },
    },
    'place-1',
  )
  expect(await screen.findByText(PAN)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show PAN' })).toBeNull()
  expect(screen.queryByText('History')).toBeNull()
})

it('a link to a missing application shows a message', async () => {
  renderSheet({}, 'gone')
  expect(await screen.findByText('This application is not in the list')).toBeVisible()
})

/** Returns everything that the browser stores, as text. */
async function dumpDevice(): Promise<string> {
  const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
  for (const name of await Dexie.getDatabaseNames()) {
    const database = await new Dexie(name).open()
    for (const table of database.tables) kept.push(await table.toArray())
    database.close()
  }
  return JSON.stringify(kept)
}

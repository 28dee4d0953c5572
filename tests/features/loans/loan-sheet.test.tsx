import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { LoanSheet } from '#src/features/loans/loan-sheet.tsx'
import {
  answer,
  dumpDevice,
  OPERATOR,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

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
      'GET /admin/loan': ok([LOAN]),
      'GET /admin/loan/:id/history': ok([ENTRY]),
      'POST /admin/loan/:id/pan': ok({ panNumber: PAN }),
      ...responses,
    },
  })
}

async function showPan() {
  await user.press('Show PAN')
}

it("the applicant is a link if the server sends the user's id", async () => {
  const user = { ...LOAN.user, id: '665e0a10c1d2e3f4a5b6c701' }
  renderSheet({ 'GET /admin/loan': ok([{ ...LOAN, user }]) })
  const link = await screen.findByRole('link', { name: 'Ravi Menon' })
  expect(link).toHaveAttribute('href', `/dashboard?section=users&open=${user.id}`)
})

it('the details show the date of the application and its history', async () => {
  renderSheet()
  expect(await screen.findByRole('dialog', { name: 'Ravi Menon' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Ravi Menon' })).toBeNull()
  expect(screen.getByText('12 Nov 25')).toBeVisible()
  expect(screen.getByText('50,000')).toBeVisible()
  await user.sees('PAN revealed')
  const line = screen.getByText('13 Nov 25, 08:34').parentElement
  expect(line).toHaveTextContent('13 Nov 25, 08:34 · You · Office laptop')
})

it('the sheet shows and hides a PAN on request, and stores it nowhere on the device', async () => {
  renderSheet()
  await showPan()
  await user.sees(PAN)
  expect(await dumpDevice()).not.toContain(PAN)
  await user.press('Hide PAN')
  expect(screen.queryByText(PAN)).toBeNull()
  expect(screen.getByText('ABCPVXXXXK')).toBeVisible()
})

it('the history is reloaded after a PAN was shown', async () => {
  renderSheet({ 'GET /admin/loan/:id/history': ok([]) })
  await screen.findByRole('button', { name: 'Show PAN' })
  answer({ 'GET /admin/loan/:id/history': ok([ENTRY]) })
  expect(screen.queryByText('PAN revealed')).toBeNull()
  await showPan()
  await user.sees('PAN revealed')
})

it('a PAN is hidden after a minute', async () => {
  renderSheet()
  await screen.findByRole('button', { name: 'Show PAN' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  act(() => screen.getByRole('button', { name: 'Show PAN' }).click())
  await user.sees(PAN)
  act(() => void vi.advanceTimersByTime(55_000))
  expect(screen.getByText(PAN)).toBeVisible()
  act(() => void vi.advanceTimersByTime(5_000))
  expect(screen.queryByText(PAN)).toBeNull()
})

it('after too many shown PANs, the sheet shows when to try again', async () => {
  vi.setSystemTime('2025-11-20T08:30:10Z')
  renderSheet({
    'POST /admin/loan/:id/pan': refusal(429, { error: 'Slow down.' }, { 'Retry-After': '300' }),
  })
  await showPan()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Too many PAN numbers were shown. Try again at 14:06.',
  )
})

it('without a network, the sheet shows an error instead of the PAN, and can retry', async () => {
  renderSheet({ 'POST /admin/loan/:id/pan': noAnswer })
  await showPan()
  expect(await screen.findByRole('alert')).toHaveTextContent('The server cannot be reached.')
  answer({ 'POST /admin/loan/:id/pan': ok({ panNumber: PAN }) })
  await showPan()
  await user.sees(PAN)
})

it('a loan with a full PAN and without an id has no Show PAN button and no history', async () => {
  renderSheet(
    {
      'GET /admin/loan': ok([{ user: { fullName: 'Meera' }, panNumber: PAN }]),
    },
    'place-1',
  )
  await user.sees(PAN)
  expect(screen.queryByRole('button', { name: 'Show PAN' })).toBeNull()
  expect(screen.queryByText('History')).toBeNull()
})

it('a link to a missing application shows a message', async () => {
  renderSheet({}, 'gone')
  await user.sees('This application is not in the list')
})

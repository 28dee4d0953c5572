import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { GrievanceSheet } from '#src/features/grievances/grievance-sheet.tsx'
import {
  answer,
  operatorAs,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const ID = '665e0a10c1d2e3f4a5b6c701'
const OPEN = {
  _id: ID,
  number: 'G-4821-7730',
  kind: 'listing',
  listing: 'https://marketplace.example/flat?id=68b1f0a2c4d5e6f708192a40',
  text: 'The photos show my home.',
  name: 'Meera Iyer',
  email: 'meera@example.in',
  phoneNumber: null,
  userId: null,
  createdAt: '2026-01-05T10:00:00.000Z',
  dueAt: '2026-01-20T10:00:00.000Z',
  answer: null,
  answeredAt: null,
  answeredBy: null,
}
const ANSWERED = {
  ...OPEN,
  answer: 'It stays, because it is right.',
  answeredAt: '2026-01-06T10:00:00.000Z',
  answeredBy: 'Ravi Shah',
}
const LIST = 'GET /admin/grievances'
const CALL = 'POST /admin/grievances/:id/answer'

function open(responses: Responses = {}) {
  return renderWithSync(<GrievanceSheet id={ID} onClose={vi.fn()} />, {
    session: operatorAs('owner'),
    responses: { [LIST]: ok([OPEN]), ...responses },
  })
}

const write = (text: string) => user.fill({ 'Your answer': text })
const send = () => user.press('Send answer and close')

test('shows the text, who sent it, and the listing that the text names', async () => {
  open()
  await user.sees('The photos show my home.')
  await user.seesLink('meera@example.in', 'mailto:meera@example.in')
  await user.seesLink(
    'Open the listing',
    '/dashboard?section=property&open=68b1f0a2c4d5e6f708192a40',
  )
  expect(screen.getByText(/^Late since 20 Jan 26/)).toHaveAttribute('data-tone', 'caution')
})

test('an answer is sent, and then shown with its author', async () => {
  const sent = recorded(ok(ANSWERED))
  open({ [CALL]: sent.respond })
  await write('It stays, because it is right.')
  answer({ [LIST]: ok([ANSWERED]) })
  await send()
  await user.sees(/^Ravi Shah, 06 Jan 26/)
  expect(sent.bodies).toEqual([{ answer: 'It stays, because it is right.' }])
  expect(screen.queryByRole('button', { name: 'Send answer and close' })).toBeNull()
  expect(screen.queryByText('Your answer, which was not sent')).toBeNull()
})

test('the second of two who answer reads who was first, and keeps what was written until it is discarded', async () => {
  const error = 'Ravi Shah answered this on 06 Jan 26 at 15:30. Your answer was not sent.'
  open({ [CALL]: refusal(409, { code: 'answered-already', error }) })
  await write('We have removed it.')
  answer({ [LIST]: ok([ANSWERED]) })
  await send()
  await user.sees(error)
  await user.sees('It stays, because it is right.')
  await user.sees('We have removed it.')
  await user.press('Discard')
  expect(screen.queryByText('We have removed it.')).toBeNull()
  expect(screen.getByText('It stays, because it is right.')).toBeVisible()
})

test('without a network, the answer is not queued: the sheet says so and keeps it', async () => {
  open({ [CALL]: noAnswer })
  await write('We have removed it.')
  await send()
  await user.sees('The server cannot be reached. This works only online.')
  expect(screen.getByLabelText('Your answer')).toHaveValue('We have removed it.')
})

test('an empty answer is not sent', async () => {
  open()
  await send()
  await user.sees('Write the answer.')
})

test('without an e-mail address, the form says to call', async () => {
  open({ [LIST]: ok([{ ...OPEN, email: null, phoneNumber: '+91 98765 43210' }]) })
  await user.sees(/There is no e-mail address: call \+91 98765 43210/)
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { IDEMPOTENCY_HEADER } from '#src/domain/wire.ts'
import { answer, MEERA, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const CALL = 'POST /grievances'
const RECEIVED = ok({ number: 'G-4821-7730', dueAt: '2026-01-20T10:00:00.000Z', isMailed: true })
const TEXT = 'The photos show my home.'

function open(responses = {}, session: typeof MEERA | null = null) {
  return renderApp({ session, address: '/grievance', responses })
}

async function fillIn(): Promise<void> {
  await user.choose('What is it about?', 'A listing')
  await user.fill({
    'What happened?': TEXT,
    'Your name': 'Meera Iyer',
    Email: 'Meera@Example.in',
  })
}

const send = () => user.press('Send grievance')

test('a visitor gets the number and the due date in Indian time, and the text is gone from the tab', async () => {
  const sent = recorded(RECEIVED)
  open({ [CALL]: sent.respond })
  await fillIn()
  await send()
  await user.sees('G-4821-7730')
  expect(screen.getByRole('heading', { name: 'Your grievance has arrived' })).toHaveFocus()
  expect(screen.getByText('20 Jan 26, 15:30')).toBeVisible()
  expect(sent.bodies).toEqual([
    {
      name: 'Meera Iyer',
      email: 'meera@example.in',
      phoneNumber: null,
      kind: 'listing',
      listing: null,
      text: TEXT,
    },
  ])
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(TEXT)
})

test('the page says what arrives when: a number at once, the acknowledgement in 24 hours, the answer in 15 days', async () => {
  open()
  expect(await screen.findByText(/^Complaints about a listing/)).toHaveTextContent(
    'You get a number at once, an acknowledgement within 24 hours, and the answer within 15 days.',
  )
})

test('an incomplete form is not sent, and the focus is on its first error', async () => {
  open()
  await send()
  expect(await screen.findByText('Choose what it is about.')).toBeVisible()
  expect(screen.getByText('Describe what happened.')).toBeVisible()
  expect(
    screen.getByText('Enter an e-mail address or a mobile number, so that we can answer.'),
  ).toBeVisible()
  expect(screen.getByLabelText('What is it about?')).toHaveFocus()
})

test('after a lost answer all is still there, and the next try is the same request', async () => {
  const lost = recorded(noAnswer)
  open({ [CALL]: lost.respond })
  await fillIn()
  await send()
  await user.sees(/The server cannot be reached\..*What you typed is kept\./)
  expect(screen.getByLabelText('What happened?')).toHaveValue(TEXT)
  const arrived = recorded(RECEIVED)
  answer({ [CALL]: arrived.respond })
  await send()
  await user.sees('G-4821-7730')
  const [key] = lost.headers(IDEMPOTENCY_HEADER)
  expect(key).toMatch(/^[0-9a-f]{24}$/)
  expect(arrived.headers(IDEMPOTENCY_HEADER)).toEqual([key])
})

test('after an edit it is another request, so that the edit is not answered with the first text', async () => {
  const lost = recorded(noAnswer)
  open({ [CALL]: lost.respond })
  await fillIn()
  await send()
  await user.sees(/cannot be reached/)
  await user.fill({ 'What happened?': 'Another text.' })
  await send()
  await expect.poll(() => lost.bodies.length).toBe(2)
  const [first, second] = lost.headers(IDEMPOTENCY_HEADER)
  expect(second).not.toBe(first)
})

test('a reload keeps what was typed', async () => {
  sessionStorage.setItem('draft:anyone:grievance', JSON.stringify({ text: TEXT }))
  open()
  expect(await screen.findByLabelText('What happened?')).toHaveValue(TEXT)
  await user.fill({ 'Your name': 'Meera' })
  const kept = sessionStorage.getItem('draft:anyone:grievance')
  expect(JSON.parse(kept ?? '')).toMatchObject({ text: TEXT, name: 'Meera' })
})

test.each([
  [
    'a limit',
    refusal(429, { error: 'Too many grievances were sent. Try again in 40 minutes.' }),
    /Too many grievances were sent\. Try again in 40 minutes\./,
  ],
  [
    'its own check of a field',
    refusal(400, { error: 'No.', fields: { email: 'This address is refused.' } }),
    'This address is refused.',
  ],
])('a refusal by %s is shown, and loses nothing', async (_, refused, sentence) => {
  open({ [CALL]: refused })
  await fillIn()
  await send()
  await user.sees(sentence)
  expect(screen.getByLabelText('What happened?')).toHaveValue(TEXT)
})

test('a signed-in member finds name and address filled in, and the way to the messages', async () => {
  open({ [CALL]: RECEIVED }, MEERA)
  expect(await screen.findByLabelText('Your name')).toHaveValue('Meera Iyer')
  expect(screen.getByLabelText('Email')).toHaveValue('meera@example.in')
  await user.choose('What is it about?', 'Something else')
  await user.fill({ 'What happened?': TEXT })
  await send()
  await user.seesLink('your messages', '/account/messages')
})

test('without a mail, the person is asked to write the number down', async () => {
  const { data } = RECEIVED
  open({ [CALL]: ok({ ...(data as object), isMailed: false }) })
  await fillIn()
  await send()
  await user.sees(/Write the number down/)
})

test.each(['/privacy_policy', '/terms_conditions'])('%s leads to the form', async (address) => {
  renderApp({ session: null, address })
  await user.seesLink('Send a grievance', '/grievance')
})

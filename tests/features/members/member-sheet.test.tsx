import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { MemberSheet } from '#src/features/members/member-sheet.tsx'
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
const ASHA = {
  _id: ID,
  fullName: 'Asha Kulkarni',
  createdAt: '2025-06-16T20:00:00Z',
  phoneNumber: '+91 98200 11223',
  email: 'asha@example.in?bcc=x',
  posted: { sell: 3, rent: 1, auction: 0 },
  totalSpending: 1_250_000,
}
const ENTRY = { at: '2025-09-05T08:35:00Z', action: 'Payment', detail: 'Premium', device: null }

function renderSheet(responses: Responses = {}, staffRole: string | null = null, id = ID) {
  const onClose = vi.fn()
  renderWithSync(<MemberSheet id={id} onClose={onClose} />, {
    session: operatorAs(staffRole),
    responses: {
      'GET /admin/users': ok([ASHA]),
      'GET /admin/users/:id/history': ok([ENTRY]),
      'GET /admin/users/:id/deletion': ok(null),
      'GET /admin/users/:id/notes': ok([]),
      'GET /admin/note-readers': ok([]),
      ...responses,
    },
  })
  return onClose
}

it('the details show the total spending, the full ID and the history', async () => {
  const onClose = renderSheet()
  expect(await screen.findByRole('dialog', { name: 'Asha Kulkarni' })).toBeVisible()
  expect(screen.getByText('₹12,50,000')).toBeVisible()
  expect(screen.getByText(ID)).toBeVisible()
  expect(screen.getByText('3 sell · 1 rent · 0 auction')).toBeVisible()
  await user.sees('Payment')
  expect(screen.getByText('05 Sep 25, 14:05')).toBeVisible()
  await user.press('Close')
  expect(onClose).toHaveBeenCalled()
})

it('the phone link contains only the digits, and the e-mail link cannot add other recipients', async () => {
  renderSheet()
  await user.seesLink(ASHA.phoneNumber, 'tel:+919820011223')
  await user.seesLink(ASHA.email, 'mailto:asha@example.in%3Fbcc%3Dx')
})

it('a picture on another site opens in a new tab', async () => {
  const data = [{ ...ASHA, profilePicture: 'https://pictures.example/asha.jpg' }]
  renderSheet({ 'GET /admin/users': ok(data) })
  const link = await screen.findByRole('link', { name: 'Open picture' })
  expect(link).toHaveAttribute('href', 'https://pictures.example/asha.jpg')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
})

it('the details are shown even if the server has no histories', async () => {
  renderSheet({
    'GET /admin/users/:id/history': () => new HttpResponse(null, { status: 404 }),
  })
  await user.sees('₹12,50,000')
  await user.seesNo('History')
  expect(screen.getByText('₹12,50,000')).toBeVisible()
})

it('the details of a user who is not in the list show a message', async () => {
  renderSheet({}, null, 'gone')
  await user.sees('This user is not in the list')
})

it("the details link to the user's listings, payments and loan applications", async () => {
  renderSheet()
  for (const [name, section] of [
    ['Properties', 'property'],
    ['Payments', 'payments'],
    ['Loan applications', 'loans'],
  ] as const) {
    await user.seesLink(name, `/dashboard?section=${section}&user=${ID}`)
  }
})

it("the details do not link to the user's payments if the server sends no spending", async () => {
  const { totalSpending: _unknown, ...bare } = ASHA
  renderSheet({ 'GET /admin/users': ok([bare]) })
  await screen.findByText(ID)
  expect(screen.queryByRole('link', { name: 'Payments' })).toBeNull()
})

describe('the mail that explains how to download personal data', () => {
  const PATH = 'POST /admin/users/:id/export-offer'
  const BUTTON = 'Send download instructions'
  const send = async () => {
    await user.press(BUTTON)
    await user.confirm('Send', 'Send download instructions to Asha Kulkarni?')
  }

  it('is sent after it is confirmed', async () => {
    renderSheet({ [PATH]: ok({ isMailed: true }) }, 'owner')
    await send()
    await user.sees(/^The mail is sent\./)
    expect(screen.queryByRole('button', { name: BUTTON })).toBeNull()
  })

  const noMail = refusal(409, { code: 'no-mail', error: 'This server sends no e-mails.' })
  it.each([
    [
      'a mail server that is down',
      ok({ isMailed: false }),
      /^The mail could not be sent\. Try again/,
    ],
    ['no mail server', noMail, 'This server sends no e-mails.'],
    ['no network', noAnswer, 'The server cannot be reached. This works only online.'],
  ])(
    'is not sent because of %s: a message says so, and the button can be pressed again',
    async (_, response, sentence) => {
      renderSheet({ [PATH]: response }, 'owner')
      await send()
      await user.sees(sentence)
      expect(screen.getByRole('button', { name: BUTTON })).toBeEnabled()
    },
  )

  it.each([['loans'], ['viewer'], [null]])(
    'is not available to an operator with the role %s (null: none)',
    async (role) => {
      renderSheet({}, role)
      await screen.findByRole('dialog', { name: 'Asha Kulkarni' })
      expect(screen.queryByRole('button', { name: BUTTON })).toBeNull()
    },
  )
})

describe('the deletion of the account', () => {
  const PATH = '/admin/users/:id/deletion'
  const PENDING = {
    requestedAt: '2025-09-05T08:35:00.000Z',
    dueAt: '2025-09-12T08:35:00.000Z',
    isConsentWithdrawn: false,
  }
  const BUTTON = "Delete at the user's request"

  it('is started after it is confirmed, and can be cancelled', async () => {
    const setTo = (pending: object | null) =>
      recorded(() => {
        answer({ [`GET ${PATH}`]: ok(pending) })
        return HttpResponse.json(ok(pending))
      })
    const started = setTo(PENDING)
    const responses = { [`POST ${PATH}`]: started.respond, [`DELETE ${PATH}`]: setTo(null).respond }
    renderSheet(responses, 'support')
    await user.press(BUTTON)
    expect(started.bodies).toEqual([])
    await user.press('Delete')
    await user.sees('The account will be deleted on 12 Sep 25, 14:05.')
    await user.press('Cancel the deletion')
    expect(await screen.findByRole('button', { name: BUTTON })).toBeVisible()
  })

  it('shows why it cannot be cancelled', async () => {
    const error = 'This user withdrew their consent.'
    const refused = refusal(409, { code: 'consent-withdrawn', error })
    renderSheet({ [`GET ${PATH}`]: ok(PENDING), [`DELETE ${PATH}`]: refused }, 'owner')
    await user.press('Cancel the deletion')
    await user.sees(error)
  })

  it('is not available to a viewer', async () => {
    renderSheet({}, 'viewer')
    await screen.findByRole('dialog', { name: 'Asha Kulkarni' })
    expect(screen.queryByRole('button', { name: BUTTON })).toBeNull()
  })
})

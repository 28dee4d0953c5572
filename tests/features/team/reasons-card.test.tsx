import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it, test } from 'vitest'
import { TeamScreen } from '#src/features/team/team-screen.tsx'
import { WIRE_REASONS } from '#tests/support/panel-answers.ts'
import {
  OPERATOR,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'

setupAnswers()

type Reason = (typeof WIRE_REASONS)[number]

let reasons: Reason[] = []
let ifMatch: (string | null)[] = []

beforeEach(() => {
  reasons = WIRE_REASONS
  ifMatch = []
})

const rows = (...data: object[]) => ({ success: true, data })
const listed = () => HttpResponse.json({ success: true, data: reasons, meta: { version: 'v1' } })

function show(responses: Responses = {}, staffRole: 'owner' | null = 'owner') {
  renderWithSync(<TeamScreen />, {
    session: { ...OPERATOR, account: { ...OPERATOR.account, staffRole } },
    responses: {
      'GET /admin/staff': rows({ _id: 'asha', fullName: 'Asha Rao', role: 'owner' }),
      'GET /admin/staff/invitations': rows(),
      'GET /admin/factor-rules': rows(),
      'GET /admin/reasons': listed,
      'PUT /admin/reasons': async (request) => {
        ifMatch.push(request.headers.get('If-Match'))
        const body = (await request.json()) as { reasons: Omit<Reason, 'isUsed'>[] } // the app sends this shape
        reasons = body.reasons.map((one) => ({ ...one, isUsed: false }))
        return listed()
      },
      ...responses,
    },
  })
  return userEvent.setup()
}

const press = async (user: ReturnType<typeof show>, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const codes = () => reasons.map(({ code, isActive }) => `${code}${isActive ? '' : ' retired'}`)

it('retiring, restoring, moving and removing a reason is sent at once, with the version of the fetched list', async () => {
  const user = show()
  await press(user, 'Retire Photos missing or unclear')
  await waitFor(() => expect(codes()).toEqual(['photos retired', 'price', 'old retired']))
  await press(user, 'Offer Old reason again')
  await waitFor(() => expect(codes()).toEqual(['photos retired', 'price', 'old']))
  await press(user, 'Move Old reason up')
  await waitFor(() => expect(codes()).toEqual(['photos retired', 'old', 'price']))
  await press(user, 'Remove Price implausible')
  await waitFor(() => expect(codes()).toEqual(['photos retired', 'old']))
  expect(new Set(ifMatch)).toEqual(new Set(['"v1"']))
})

it('a reason that a seller was given has no button to remove it', async () => {
  show()
  await screen.findByRole('button', { name: 'Remove Price implausible' })
  expect(screen.queryByRole('button', { name: 'Remove Photos missing or unclear' })).toBeNull()
})

it('a new reason is sent when its input is valid; an invalid code is reported and not sent', async () => {
  const user = show()
  await press(user, 'Add a reason')
  await user.type(screen.getByLabelText('Label'), 'Flood plain')
  await user.type(screen.getByLabelText('Code'), 'Flood Plain')
  await user.type(screen.getByLabelText('Sentence for the seller'), 'Nobody may live there.')
  await press(user, 'Add')
  expect(screen.getByText('A code has small letters, digits and hyphens.')).toBeVisible()
  expect(ifMatch).toEqual([])
  await user.clear(screen.getByLabelText('Code'))
  await user.type(screen.getByLabelText('Code'), 'flood-plain')
  await user.selectOptions(screen.getByLabelText('Part of the listing'), 'City and pincode')
  await press(user, 'Add')
  await waitFor(() =>
    expect(reasons.at(-1)).toMatchObject({
      code: 'flood-plain',
      label: 'Flood plain',
      sentence: 'Nobody may live there.',
      field: 'place',
      isActive: true,
    }),
  )
  await waitFor(() => expect(screen.queryByLabelText('Label')).toBeNull())
})

it('typed text stays in its field when another person changed the list of reasons meanwhile', async () => {
  const sentence = 'Somebody else has changed the reasons meanwhile. Load them again.'
  const user = show({
    'PUT /admin/reasons': () =>
      HttpResponse.json({ success: false, error: sentence, code: 'list-changed' }, { status: 412 }),
  })
  await press(user, 'Edit Price implausible')
  const field = screen.getByLabelText('Sentence for the seller')
  await user.type(field, ' Twice.')
  await press(user, 'Save')
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(field).toHaveValue('Check the price. Twice.')
})

test('the card with the reasons is not shown on a bare backend, which names no roles', async () => {
  show({}, null)
  await screen.findByText('Asha Rao')
  expect(screen.queryByText('Reasons for rejections')).toBeNull()
  expect(within(document.body).queryByText('Price implausible')).toBeNull()
})

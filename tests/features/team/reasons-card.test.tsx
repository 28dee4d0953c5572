import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it, test } from 'vitest'
import { TeamScreen } from '#src/features/team/team-screen.tsx'
import { listReasons, REVIEW_RULES, WIRE_REASONS } from '#tests/support/panel-answers.ts'
import {
  operatorAs,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { ok, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

type Reason = (typeof WIRE_REASONS)[number]

let reasons: Reason[] = []
let ifMatch: (string | null)[] = []
let isRequired = false

beforeEach(() => {
  reasons = WIRE_REASONS
  ifMatch = []
  isRequired = false
})

const listed = () => HttpResponse.json(listReasons(isRequired, reasons))

function show(responses: Responses = {}, staffRole: 'owner' | null = 'owner') {
  renderWithSync(<TeamScreen />, {
    session: operatorAs(staffRole),
    responses: {
      'GET /admin/staff': ok([{ _id: 'asha', fullName: 'Asha Rao', role: 'owner' }]),
      'GET /admin/staff/invitations': ok([]),
      'GET /admin/restore': ok(null),
      'GET /admin/factor-rules': ok([]),
      'GET /admin/review-rules': REVIEW_RULES,
      'GET /admin/reasons': listed,
      'PUT /admin/reasons': async (request) => {
        ifMatch.push(request.headers.get('If-Match'))
        // The app sends this shape.
        const body = (await request.json()) as {
          reasons: Omit<Reason, 'isUsed'>[]
          isReasonRequired?: boolean
        }
        isRequired = body.isReasonRequired ?? isRequired
        reasons = body.reasons.map((one) => ({ ...one, isUsed: false }))
        return listed()
      },
      ...responses,
    },
  })
}

const codes = () => reasons.map(({ code, isActive }) => `${code}${isActive ? '' : ' retired'}`)

it('hiding, showing, moving and removing a reason is sent at once, with the version of the fetched list', async () => {
  show()
  await user.act('Photos missing or unclear', 'Hide')
  await waitFor(() => expect(codes()).toEqual(['photos retired', 'price', 'old retired']))
  await user.act('Old reason', 'Show')
  await waitFor(() => expect(codes()).toEqual(['photos retired', 'price', 'old']))
  await user.act('Old reason', 'Move up')
  await waitFor(() => expect(codes()).toEqual(['photos retired', 'old', 'price']))
  await user.act('Price implausible', 'Remove')
  await waitFor(() => expect(codes()).toEqual(['photos retired', 'old']))
  expect(new Set(ifMatch)).toEqual(new Set(['"v1"']))
})

it('a reason that a seller was given has no button to remove it', async () => {
  show()
  await user.press('Actions for Price implausible')
  expect(screen.getByRole('menuitem', { name: 'Remove' })).toBeVisible()
  await user.press('Actions for Photos missing or unclear')
  expect(screen.queryByRole('menuitem', { name: 'Remove' })).toBeNull()
})

it('each reason has a handle and one menu', async () => {
  show()
  await handle('Old reason')
  const list = screen.getByRole('list', { name: 'Reasons for rejections' })
  for (const row of within(list).getAllByRole('listitem'))
    expect(within(row).getAllByRole('button')).toHaveLength(2)
})

const handle = (label: string) =>
  screen.findByRole('button', { name: new RegExp(`^Move ${label},`) })

it('the arrow keys on a handle move its reason, and the handle keeps the focus', async () => {
  show()
  ;(await handle('Old reason')).focus()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{ArrowUp}')
  await waitFor(() => expect(codes()).toEqual(['photos', 'old retired', 'price']))
  await waitFor(async () => {
    const moved = await handle('Old reason')
    expect(moved).toHaveFocus()
    expect(moved.getAttribute('aria-label')).toContain('2 of 3')
  })
})

it('dragging a handle moves its reason to the row where it is let go', async () => {
  show()
  const dragged = await handle('Old reason')
  dragged.setPointerCapture = () => undefined // jsdom has no pointer capture
  const rows = [...(dragged.closest('ul')?.children ?? [])]
  for (const [place, row] of rows.entries())
    row.getBoundingClientRect = () => new DOMRect(0, place * 50, 300, 50)
  fireEvent.pointerDown(dragged, { button: 0, clientY: 125 })
  fireEvent.pointerMove(dragged, { clientY: 20 })
  expect(rows[0]).toHaveAttribute('data-drag', 'before')
  fireEvent.pointerUp(dragged)
  await waitFor(() => expect(codes()).toEqual(['old retired', 'photos', 'price']))
})

it('a new reason is sent when its input is valid; an invalid code is reported and not sent', async () => {
  show()
  await user.press('Add a reason')
  await user.fill({
    Label: 'Flood plain',
    Code: 'Flood Plain',
    'Sentence for the seller': 'Nobody may live there.',
  })
  await user.press('Add')
  expect(screen.getByText('A code has small letters, digits and hyphens.')).toBeVisible()
  expect(ifMatch).toEqual([])
  await user.fill({ Code: 'flood-plain' })
  await user.choose('Part of the listing', 'City and pincode')
  await user.press('Add')
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

it('the owner switches whether a rejection needs a reason; the list stays as it is', async () => {
  show()
  const rule = await screen.findByRole('switch', { name: 'A rejection needs a reason' })
  expect(rule).not.toBeChecked()
  fireEvent.click(rule)
  await waitFor(() => expect(rule).toBeChecked())
  expect([isRequired, codes()]).toEqual([true, ['photos', 'price', 'old retired']])
  await user.act('Photos missing or unclear', 'Hide')
  await waitFor(() => expect(codes()[0]).toBe('photos retired'))
  expect(isRequired).toBe(true)
})

test('a server that does not know the rule has no switch for it', async () => {
  show({ 'GET /admin/reasons': ok(WIRE_REASONS, { meta: { version: 'v1' } }) })
  await handle('Old reason')
  expect(screen.queryByRole('switch', { name: 'A rejection needs a reason' })).toBeNull()
})

it('an unknown variable is refused with its name and the known ones, and the text stays', async () => {
  show()
  await user.act('Price implausible', 'Edit')
  await user.fill({ 'Sentence for the seller': 'The price of {owner} is wrong.' })
  await user.press('Save')
  expect(
    screen.getByText(
      '{owner} is no variable of a sentence. Use {title}, {city} and {price}, or write it without braces.',
    ),
  ).toBeVisible()
  expect(ifMatch).toEqual([])
  await user.fill({ 'Sentence for the seller': 'The price {price} in {city} is wrong.' })
  await user.press('Save')
  await waitFor(() => expect(reasons[1]?.sentence).toBe('The price {price} in {city} is wrong.'))
})

it('"Changes needed" of a new reason follows its sentence until the owner chooses', async () => {
  show()
  await user.press('Add a reason')
  const needed = screen.getByRole('switch', { name: 'Changes needed' })
  await user.fill({ 'Sentence for the seller': 'Add the floor.' })
  expect(needed).toBeChecked()
  await user.fill({ 'Sentence for the seller': 'Nobody may live there.' })
  expect(needed).not.toBeChecked()
  fireEvent.click(needed)
  await user.fill({ Label: 'Flood', Code: 'flood', 'Sentence for the seller': 'Look at the map.' })
  await user.press('Add')
  await waitFor(() => expect(reasons.at(-1)).toMatchObject({ code: 'flood', changesNeeded: true }))
})

it('typed text stays in its field when another person changed the list of reasons meanwhile', async () => {
  const sentence = 'Somebody else has changed the reasons meanwhile. Load them again.'
  show({
    'PUT /admin/reasons': refusal(412, { error: sentence, code: 'list-changed' }),
  })
  await user.act('Price implausible', 'Edit')
  await user.fill({ 'Sentence for the seller': 'Check it.' })
  await user.press('Save')
  await user.sees(sentence)
  expect(screen.getByLabelText('Sentence for the seller')).toHaveValue('Check it.')
})

test('the card with the reasons is not shown on a bare backend, which names no roles', async () => {
  show({}, null)
  await screen.findByText('Asha Rao')
  expect(screen.queryByText('Reasons for rejections')).toBeNull()
  expect(screen.queryByText('Price implausible')).toBeNull()
})

test('the focus goes to the first field of the editor, and back to what opened it', async () => {
  show()
  await user.act('Price implausible', 'Edit')
  const label = () => screen.getByRole('textbox', { name: 'Label' })
  expect(label()).toHaveFocus()
  await user.press('Cancel')
  const menu = screen.getByRole('button', { name: 'Actions for Price implausible' })
  await waitFor(() => expect(menu).toHaveFocus())
  await user.act('Price implausible', 'Edit')
  await user.press('Save')
  await waitFor(() => expect(codes()).toHaveLength(3))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Actions for Price implausible' })).toHaveFocus(),
  )
  await user.press('Add a reason')
  expect(label()).toHaveFocus()
  await user.press('Cancel')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add a reason' })).toHaveFocus())
})

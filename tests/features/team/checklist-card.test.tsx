import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { FIRST_CALENDAR } from '#src/domain/due/work-calendar.ts'
import { type ChecklistItem, FIRST_CHECKLIST } from '#src/domain/visit/checklist.ts'
import { TeamScreen } from '#src/features/team/team-screen.tsx'
import { listReasons } from '#tests/support/panel-answers.ts'
import {
  operatorAs,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { ok, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

let checklist: readonly ChecklistItem[]
let version: number
let ifMatch: (string | null)[]

beforeEach(() => {
  checklist = FIRST_CHECKLIST
  version = 4
  ifMatch = []
})

const rules = () =>
  HttpResponse.json(
    ok(
      { ...FIRST_CALENDAR, dueHours: 8, order: 'age', checklist },
      { meta: { version: String(version) } },
    ),
  )

function show(responses: Responses = {}) {
  renderWithSync(<TeamScreen />, {
    session: operatorAs('owner'),
    responses: {
      'GET /admin/staff': ok([{ _id: 'asha', fullName: 'Asha Rao', role: 'owner' }]),
      'GET /admin/staff/invitations': ok([]),
      'GET /admin/restore': ok(null),
      'GET /admin/factor-rules': ok([]),
      'GET /admin/reasons': listReasons(false),
      'GET /admin/review-rules': rules,
      'PUT /admin/review-rules/checklist': async (request) => {
        ifMatch.push(request.headers.get('If-Match'))
        // The app sends this shape.
        checklist = ((await request.json()) as { checklist: ChecklistItem[] }).checklist
        version += 1
        return rules()
      },
      ...responses,
    },
  })
}

const ids = () => checklist.map(({ id, isActive }) => (isActive ? id : `${id} hidden`))
const card = async () => within(await screen.findByRole('region', { name: 'Checklist of visits' }))

it('points are hidden, moved and removed, each time with the version that was read', async () => {
  show()
  await user.act('The photos show this property', 'Hide')
  await waitFor(() => expect(ids()).toEqual(['address', 'photos hidden', 'details', 'person']))
  await (await card()).findByText('Hidden')
  await user.act('The photos show this property', 'Move up')
  await waitFor(() => expect(ids()).toEqual(['photos hidden', 'address', 'details', 'person']))
  await user.act('The owner or an agent was there', 'Remove')
  await waitFor(() => expect(ids()).toEqual(['photos hidden', 'address', 'details']))
  await user.act('The photos show this property', 'Show')
  await waitFor(() => expect(ids()).toEqual(['photos', 'address', 'details']))
  expect(ifMatch).toEqual(['"4"', '"5"', '"6"', '"7"'])
})

it('the arrow keys on a handle move its point, and the handle keeps the focus', async () => {
  show()
  const handle = () => screen.findByRole('button', { name: /^Move The photos show this property,/ })
  ;(await handle()).focus()
  await userEvent.keyboard('{ArrowDown}')
  await waitFor(() => expect(ids()).toEqual(['address', 'details', 'photos', 'person']))
  await waitFor(async () => {
    expect(await handle()).toHaveFocus()
    expect((await handle()).getAttribute('aria-label')).toContain('3 of 4')
  })
})

it('a point is renamed and keeps its id, and a new one gets an id of its own', async () => {
  show()
  await user.act('The photos show this property', 'Edit')
  await user.fill({ Point: ' ' })
  await user.press('Save')
  expect(await (await card()).findByText('Write the point.')).toBeVisible()
  expect(ifMatch).toEqual([])
  await user.fill({ Point: 'The photos are of this flat' })
  await user.press('Save')
  await waitFor(() =>
    expect(checklist[1]).toMatchObject({ id: 'photos', label: 'The photos are of this flat' }),
  )
  await user.press('Add a point')
  await user.fill({ Point: 'The lift works' })
  await user.press('Add')
  await waitFor(() =>
    expect(checklist.at(-1)).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      label: 'The lift works',
      isActive: true,
    }),
  )
})

it('the second of two owners who save at once reads that somebody was faster, and sees the other list', async () => {
  const error = 'Somebody else has changed the checklist meanwhile. Load them again.'
  show({
    'PUT /admin/review-rules/checklist': () => {
      checklist = FIRST_CHECKLIST.slice(1)
      version += 1
      return refusal(412, { error, code: 'calendar-changed' })()
    },
  })
  await user.act('The photos show this property', 'Hide')
  expect(await (await card()).findByText(error)).toBeVisible()
  await waitFor(async () =>
    expect((await card()).queryByText('The property is at the address')).toBeNull(),
  )
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { FIRST_CALENDAR, type WorkCalendar } from '#src/domain/due/work-calendar.ts'
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

const MOVED = {
  id: 'villa',
  name: 'Garden villa',
  before: '2026-11-27T10:30:00.000Z',
  after: '2026-11-28T10:30:00.000Z',
}

let stored: WorkCalendar
let version: number
let asked: WorkCalendar[]
let ifMatch: (string | null)[]

beforeEach(() => {
  stored = FIRST_CALENDAR
  version = 4
  asked = []
  ifMatch = []
})

const answer = () =>
  HttpResponse.json(
    ok({ ...stored, dueHours: 8, order: 'resubmission' }, { meta: { version: String(version) } }),
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
      'GET /admin/review-rules': answer,
      'POST /admin/review-rules/calendar/preview': async (request) => {
        // The app sends this shape.
        asked.push((await request.json()) as WorkCalendar)
        return HttpResponse.json(ok({ waiting: 34, changed: 12, examples: [MOVED] }))
      },
      'PUT /admin/review-rules/calendar': async (request) => {
        ifMatch.push(request.headers.get('If-Match'))
        stored = (await request.json()) as WorkCalendar
        version += 1
        return answer()
      },
      ...responses,
    },
  })
}

const card = () => screen.findByRole('region', { name: 'Working hours' })

async function setTime(name: string, value: string, index = 0) {
  const inputs = await within(await card()).findAllByLabelText(name)
  fireEvent.change(inputs[index] as HTMLElement, { target: { value } })
}

it('new hours are saved only after they were shown with what they change', async () => {
  show()
  await setTime('Friday, to', '13:00')
  await user.press('Add hours on Friday')
  await setTime('Friday, to', '00:00', 1)
  expect(screen.queryByRole('button', { name: 'Save working hours' })).toBeNull()
  await user.press('Show what changes')
  expect(await screen.findByText('12 of 34 waiting listings get another due time.')).toBeVisible()
  expect(
    screen.getByRole('row', { name: /Garden villa.*Fri 27 Nov.*16:00.*Sat 28 Nov.*16:00/ }),
  ).toBeVisible()
  await user.press('Save working hours')
  await waitFor(() => expect(ifMatch).toEqual(['"4"']))
  expect(stored).toEqual(asked[0])
  expect(stored.week.friday).toEqual([
    { from: '10:00', to: '13:00' },
    { from: '14:00', to: '24:00' },
  ])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull())
})

it('a change after the preview asks for a new preview', async () => {
  show()
  await setTime('Friday, to', '13:00')
  await user.press('Show what changes')
  await screen.findByText('12 of 34 waiting listings get another due time.')
  await setTime('Friday, to', '14:00')
  expect(screen.queryByText('12 of 34 waiting listings get another due time.')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save working hours' })).toBeNull()
})

it('a holiday is added and removed, and the changes can be discarded', async () => {
  show()
  const place = within(await card())
  fireEvent.change(await place.findByLabelText('Holiday'), { target: { value: '26/01/2027' } })
  await user.press('Add holiday')
  expect(place.getByText('Tue 26 Jan 2027')).toBeVisible()
  await user.press('Remove the holiday Tue 26 Jan 2027')
  expect(place.queryByText('Tue 26 Jan 2027')).toBeNull()
  await user.press('Discard changes')
  expect(place.queryByRole('button', { name: 'Show what changes' })).toBeNull()
})

it('hours that overlap, or a week without any, are refused before they are sent', async () => {
  show()
  await user.press('Add hours on Friday')
  await setTime('Friday, from', '17:00', 1)
  await setTime('Friday, to', '20:00', 1)
  await user.press('Show what changes')
  const sentence = 'The intervals of a day must be in their order and may not overlap.'
  expect(await screen.findByText(sentence)).toBeVisible()
  await user.press('Remove 17:00 to 20:00 on Friday')
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])
    await user.press(`Remove 10:00 to 18:00 on ${day}`)
  await user.press('Show what changes')
  const none = 'Nothing would ever be due: a week needs at least one working hour.'
  expect(await screen.findByText(none)).toBeVisible()
  expect(asked).toEqual([])
})

it('the second of two owners who save at once reads that somebody was faster, and keeps the draft', async () => {
  const sentence = 'Somebody else has changed the working hours meanwhile. Load them again.'
  show({
    'PUT /admin/review-rules/calendar': refusal(412, { error: sentence, code: 'calendar-changed' }),
  })
  await setTime('Friday, to', '13:00')
  await user.press('Show what changes')
  await user.press('Save working hours')
  expect(await screen.findByText(sentence)).toBeVisible()
  expect((await within(await card()).findAllByLabelText('Friday, to'))[0]).toHaveValue('13:00')
})

it('the order of review is chosen, with its rule in one sentence, and a refusal is shown', async () => {
  const sentence = 'Somebody else has changed the working hours or the order meanwhile.'
  let order = 'resubmission'
  const rules = () =>
    HttpResponse.json(ok({ ...FIRST_CALENDAR, dueHours: 8, order }, { meta: { version: '4' } }))
  show({
    'GET /admin/review-rules': rules,
    'PUT /admin/review-rules/order': async (request) => {
      if (order === 'price')
        return HttpResponse.json(
          { success: false, error: sentence, code: 'calendar-changed' },
          { status: 412 },
        )
      // The app sends this shape.
      order = ((await request.json()) as { order: string }).order
      return rules()
    },
  })
  const select = await screen.findByLabelText('Show first')
  expect(select).toHaveAccessibleDescription(/^Resubmitted listings come first/)
  fireEvent.change(select, { target: { value: 'price' } })
  await waitFor(() => expect(select).toHaveAccessibleDescription(/^The highest price comes first/))
  await waitFor(() => expect(order).toBe('price'))
  await screen.findByDisplayValue('Highest price first')
  fireEvent.change(select, { target: { value: 'age' } })
  expect(await screen.findByText(sentence)).toBeVisible()
  await waitFor(() => expect(select).toHaveValue('price'))
})

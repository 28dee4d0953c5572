import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import type { ActivitySearch } from '#src/api/team/activity-api.ts'
import { filterActivity, rangeOfDays } from '#src/features/activity/activity-queries.ts'
import { ActivityScreen, DecisionsScreen } from '#src/features/activity/activity-screen.tsx'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import {
  NO_NETWORK,
  panelAnswers,
  WIRE_REASONS,
  wireListing,
} from '#tests/support/panel-answers.ts'
import {
  answer,
  OPERATOR,
  operatorAs,
  type Responses,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const { _id: LISTING } = wireListing()

const GONE = '65f1c0ffee12345678900000'
const NAME = 'Sea-view 3 BHK in Bandra West'
const PERSON = '65f1c0ffee123456789000aa'

function entry(id: number, device: string, to: string) {
  return {
    id,
    at: `2025-09-0${id}T20:00:00.000Z`,
    actorId: 'operator-1',
    by: 'Ravi Shah',
    device,
    action: 'status',
    entity: 'listing',
    entityId: id === 1 ? GONE : LISTING,
    entityName: id === 1 ? null : NAME,
    isTeam: false,
    isByTeam: true,
    from: 'approved',
    to,
    idempotencyKey: null,
    hash: 'ab',
  }
}
const PHONE = entry(3, 'Chrome on Android', 'approved')
const DESK = entry(2, 'Firefox on Windows', 'rejected')
const OLD = entry(1, 'Chrome on Android', 'pending')
const ROLE = {
  ...entry(4, 'Chrome on Android', 'reviewer'),
  actorId: PERSON,
  by: 'Asha Rao',
  action: 'role',
  entity: 'account',
  entityId: '65f1c0ffee123456789000bb',
  entityName: 'Meena Iyer',
  isTeam: true,
  from: 'viewer',
}

const page = (data: object[], nextCursor: string | null = null) =>
  HttpResponse.json(ok(data, { meta: { nextCursor } }))

function show(address: string, answers: Responses = {}, session = operatorAs('owner')) {
  const asked = vi.fn()
  const isAll = address.includes('section=activity')
  const render = renderWithSync(isAll ? <ActivityScreen /> : <DecisionsScreen />, {
    address,
    session,
    responses: {
      'GET /admin/properties': ok([wireListing()]),
      'GET /admin/audit': ({ url }) => {
        const query = new URL(url).searchParams
        asked(Object.fromEntries(query))
        if (query.has('cursor')) return page([OLD])
        return page(isAll ? [ROLE, PHONE, DESK] : [PHONE, DESK], 'older')
      },
      ...answers,
    },
  })
  return { ...render, asked }
}

const DECISIONS = '/dashboard?section=decisions'
const ACTIVITY = '/dashboard?section=activity'
const readLines = () => screen.getAllByRole('listitem').map((line) => line.textContent)

test('the activity lists entries under their days, newest first, each with a link to its record', async () => {
  show(ACTIVITY, {}, operatorAs('viewer'))
  await screen.findByRole('heading', { name: 'Fri 05 Sep 2025' })
  await user.seesLink('Meena Iyer', '/dashboard?section=team')
  expect(screen.getAllByRole('link', { name: NAME })[0]).toHaveAttribute(
    'href',
    `/dashboard?section=property&open=${LISTING}`,
  )
  expect(readLines()).toEqual([
    '01:30 Asha Rao · Role changed: Viewer → Reviewer · Meena Iyer · Chrome on Android',
    `01:30 You · Approved · ${NAME} · Chrome on Android`,
    `01:30 You · Rejected · ${NAME} · Firefox on Windows`,
  ])
  await user.press('Show older')
  // A deleted listing is shown by its short id.
  await user.sees(/Property 900000/)
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('a series by one person is one line, which opens into its entries, each with a button of its own', async () => {
  const many = Array.from({ length: 16 }, (_, index) => ({
    ...PHONE,
    id: 40 - index,
    at: `2025-09-05T09:${String(59 - index).padStart(2, '0')}:00.000Z`,
    entityId: `65f1c0ffee1234567890ab${String(10 + index)}`,
    entityName: `Flat ${index + 1}`,
  }))
  show(ACTIVITY, { 'GET /admin/audit': () => page([...many, { ...DESK, id: 9 }]) })
  const series = await screen.findByText('You approved 16 listings')
  expect(readLines()).toEqual([
    '15:14 to 15:29 You approved 16 listings',
    `01:30 You · Rejected · ${NAME} · Firefox on Windows`,
  ])
  await userEvent.click(series)
  await user.sees(/Flat 16/)
  const names = screen
    .getAllByRole('button', { name: /^Actions for/ })
    .map((button) => button.title)
  expect(names).toHaveLength(17)
  expect(new Set(names).size).toBe(17)
})

test('the activity names the reason of a rejection, and says what was undone', async () => {
  const reason = { ...DESK, id: 8, action: 'reason', from: null, to: 'photos' }
  const undone = { ...DESK, id: 9, from: 'rejected', to: 'pending' }
  show(ACTIVITY, {
    'GET /admin/audit': () => page([undone, reason, { ...reason, id: 7, to: 'gone' }]),
    'GET /admin/reasons': ok(WIRE_REASONS, { meta: { version: 'v1' } }),
  })
  await user.sees(/Reason: photos missing or unclear/)
  expect(readLines()).toEqual([
    `01:30 You · Undid the rejection · ${NAME} · Firefox on Windows`,
    `01:30 You · Reason: photos missing or unclear · ${NAME} · Firefox on Windows`,
    `01:30 You · Reason: gone · ${NAME} · Firefox on Windows`,
  ])
})

test('when nothing passes the filters, one press clears them', async () => {
  show(`${ACTIVITY}&kind=status&device=nothing`, { 'GET /admin/audit': () => page([]) })
  await user.sees('Nothing matches.')
  await user.press('Clear filters')
  await user.sees('Nothing happened yet.')
  await waitFor(() => expect(window.location.search).toBe('?section=activity'))
})

test('the filters query the server by person, kind, listing, device and whole Indian days', async () => {
  const query = `&by=${PERSON}&kind=status&listing=${LISTING}&from=2025-09-03&to=2025-09-04&device=chrome`
  const { asked } = show(`${ACTIVITY}${query}`)
  expect(await screen.findByLabelText('Device')).toHaveValue('chrome')
  expect(screen.getByLabelText('Kind')).toHaveDisplayValue('Decision')
  await waitFor(() =>
    expect(asked).toHaveBeenCalledWith({
      actorId: PERSON,
      action: 'status',
      entity: 'listing',
      entityId: LISTING,
      device: 'chrome',
      from: '2025-09-02T18:30:00.000Z',
      before: '2025-09-04T18:30:00.000Z',
      limit: '100',
    }),
  )
  await user.press('Show all')
  await waitFor(() => expect(window.location.search).not.toContain('listing='))
})

test('without a network the filters search the saved copy, and the screen shows that it is a copy', async () => {
  const { runtime } = show(DECISIONS)
  await screen.findAllByRole('listitem')
  const key = savedReadKey(OPERATOR.account.id, 'decisions')
  await waitFor(() => expect(runtime.queryClient.getQueryData(key)).toBeDefined())
  expectConsole('error', /Could not load the decisions|Could not load decisions/)
  answer({ ...NO_NETWORK, 'GET /admin/audit': noAnswer })
  await user.fill({ Device: 'firefox' })
  await user.sees('Only the last days are saved on this device.')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})

test('the device saves the newest pages of the activity, up to the first page with an entry older than a week', async () => {
  const day = (age: number) => new Date(Date.now() - age * 86_400_000).toISOString()
  const pages = [1, 3, 8, 20].map((age, index) => ({ ...PHONE, id: 9 - index, at: day(age) }))
  const { runtime } = show(ACTIVITY, {
    'GET /admin/audit': ({ url }) => {
      const place = Number(new URL(url).searchParams.get('cursor') ?? 0)
      return page([pages[place] ?? PHONE], String(place + 1))
    },
  })
  await waitFor(() => {
    const saved = runtime.queryClient.getQueryData<{ value: { id: number }[] }>(
      savedReadKey(OPERATOR.account.id, 'activity'),
    )
    expect(saved?.value.map(({ id }) => id)).toEqual([9, 8, 7])
  })
})

test('Revert queues a new decision, and asks first if the listing has changed since the reverted decision', async () => {
  const call = recorded()
  show(ACTIVITY, {
    ...panelAnswers([wireListing({ status: 'rejected' })]),
    'GET /admin/audit': () => page([{ ...PHONE, from: 'pending' }, DESK]),
    [`PATCH /admin/properties/${LISTING}/status`]: call.respond,
  })
  // According to the entry PHONE, the listing was approved. It is rejected now, so the app asks first.
  await user.act(`Approved ${NAME}, 01:30`, 'Revert to Pending')
  expect(await user.confirm('Cancel', `Set ${NAME} back to pending?`)).toContain(
    'it is Rejected now',
  )
  // According to the entry DESK, the listing was rejected. It still is, so the app does not ask.
  await user.act(`Rejected ${NAME}, 01:30`, 'Revert to Approved')
  await waitFor(() => expect(call.bodies).toEqual([{ status: 'approved' }]))
  await user.press(`Actions for Rejected ${NAME}, 01:30`)
  expect(screen.queryByRole('menuitem', { name: /^Revert/ })).toBeNull()
})

test('loaded entries are filtered as the server filters them', () => {
  const any = { action: '', actorId: '', listingId: '', device: '', from: '', before: '' }
  const all = [ROLE, PHONE, DESK, OLD]
  const ids = (search: Partial<ActivitySearch>) =>
    filterActivity(all, { ...any, ...search }).map(({ id }) => id)
  expect(ids({})).toEqual([4, 3, 2, 1])
  expect(ids({ device: 'ANDROID' })).toEqual([4, 3, 1])
  expect(ids({ action: 'status' })).toEqual([3, 2, 1])
  expect(ids({ actorId: PERSON })).toEqual([4])
  expect(ids({ listingId: LISTING })).toEqual([3, 2])
  expect(ids(rangeOfDays('2025-09-03', '2025-09-03'))).toEqual([2])
  expect(ids(rangeOfDays('', 'no day'))).toEqual([4, 3, 2, 1])
})

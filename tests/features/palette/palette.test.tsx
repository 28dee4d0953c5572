import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { switchSingleKeys } from '#src/ui/single-keys.ts'
import { wireView } from '#tests/features/views/scripted-views.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { DECIDE, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import {
  listQueued,
  operatorAs,
  type Responses,
  renderApp,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { held, noAnswer, ok, recorded } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupAnswers()

const ID = '65f1c0ffee1234567890abcd'
const FLAT = wireListing({ _id: ID, propertyName: 'Flat in Kothrud', city: 'Pune' })
const SHOP = wireListing({
  _id: '65f1c0ffee1234567890abce',
  propertyName: 'Shop in Panaji',
  ownerDetails: { name: 'Imran Khan', phoneNumber: '+91 98200 11223', email: 'imran@example.in' },
})

async function open(responses: Responses = {}, role = 'owner', address = '?section=property') {
  const app = renderApp({
    responses: {
      ...panelAnswers([FLAT, SHOP]),
      'GET /admin/saved-views': ok([wireView()]),
      'GET /admin/properties/:id/history': ok([]),
      'GET /admin/loan': ok([]),
      'GET /admin/payments': ok([]),
      'GET /admin/properties': (request) =>
        Response.json(ok(new URL(request.url).searchParams.has('q') ? [] : [FLAT, SHOP])),
      ...responses,
    },
    address: `/dashboard${address}`,
    session: operatorAs(role),
  })
  await screen.findAllByText('Flat in Kothrud')
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const field = await screen.findByRole('combobox', { name: 'Search everything' })
  return { ...app, field }
}

const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const press = (field: HTMLElement, key: string) => fireEvent.keyDown(field, { key })
const labels = () =>
  [...document.querySelectorAll('.palette-label')].map(({ textContent }) => textContent)

/** Opens the palette once the last one is gone. */
async function reopen(): Promise<HTMLElement> {
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /everything/ })).toBeNull())
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  return screen.findByRole('combobox', { name: 'Search everything' })
}

const OTHERS = [
  [
    'users',
    {
      call: 'GET /admin/users',
      row: {
        _id: '65f1c0ffee12345678900001',
        fullName: 'Divya Menon',
        phoneNumber: '+91 98765 43210',
        email: 'divya.m@example.in',
      },
      group: 'Users',
      label: 'Divya Menon',
      detail: 'divya.m@example.in',
      queries: ['9876543210', 'divya menon', 'dviya', 'divya.m@', '900001'],
    },
  ],
  [
    'loans',
    {
      call: 'GET /admin/loan',
      row: {
        _id: '65f1c0ffee12345678900002',
        user: { _id: 'u2', fullName: 'Farid Shaikh', phoneNumber: '+91 98765 11111' },
        occupationType: 'Salaried',
      },
      group: 'Loan applications',
      label: 'Farid Shaikh',
      detail: 'Salaried',
      queries: ['9876511111', 'farid', 'sahikh', 'salaried', '900002'],
    },
  ],
  [
    'payments',
    {
      call: 'GET /admin/payments',
      row: {
        _id: '65f1c0ffee12345678900003',
        user: { _id: 'u3', name: 'Leela Nair' },
        planType: 'Gold',
        planCategory: 'Boost',
        amount: 49_900,
        razorpayPaymentId: 'pay_Nx81LmQ2',
        createdAt: '2025-06-17T06:00:00.000Z',
      },
      group: 'Payments',
      label: 'Leela Nair',
      detail: 'pay_Nx81LmQ2',
      queries: ['pay_Nx81LmQ2', 'leela', 'nari', 'gold'],
    },
  ],
] as const

describe('the palette', () => {
  test('opens by Ctrl K also while typing, closes by Escape, and returns the focus', async () => {
    const { field } = await open()
    press(field, 'Escape')
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /everything/ })).toBeNull())
    const search = screen.getByLabelText('Search properties')
    search.focus()
    fireEvent.keyDown(search, { key: 'k', metaKey: true })
    press(await screen.findByRole('combobox', { name: 'Search everything' }), 'Escape')
    await waitFor(() => expect(search).toHaveFocus())
  })

  test('Enter presses only its own option, not the button that gets the focus back', async () => {
    const { field } = await open()
    type(field, 'theme')
    await waitFor(() => expect(labels()).not.toEqual([]))
    // A browser presses what has the focus after a key, unless its default is prevented. The walks of Back see it.
    expect(press(field, 'Enter')).toBe(false)
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /everything/ })).toBeNull())
  })

  test('offers the sections, the views and the actions of the role, and goes there by the arrows and Enter', async () => {
    const { field } = await open()
    await waitFor(() => expect(labels()).toContain('Pune, waiting'))
    expect(labels()).toEqual(
      expect.arrayContaining(['Team', 'Sign out', 'Review pending properties']),
    )
    type(field, 'paym')
    await waitFor(() => expect(labels()[0]).toBe('All payments'))
    type(field, 'management')
    await waitFor(() => expect(labels()).toEqual(['User Management', 'Property Management']))
    press(field, 'ArrowDown')
    press(field, 'ArrowUp')
    const active = field.getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(active)).toHaveTextContent('User Management')
    press(field, 'Enter')
    expect(await screen.findByRole('heading', { name: 'User Management' })).toBeVisible()
    expect(window.location.search).toBe('?section=users')
  })

  test.each([
    ['a name with a typing mistake', 'kothrod', 'Flat in Kothrud'],
    ['the phone of the owner', '9820011223', 'Shop in Panaji'],
    ['the e-mail address of the owner', 'imran@ex', 'Shop in Panaji'],
    ['the id', ID.slice(-6), 'Flat in Kothrud'],
  ])('finds a listing by %s, and opens its details', async (_, query, name) => {
    const { field } = await open()
    type(field, query)
    await waitFor(() => expect(labels()).toEqual([name]))
    press(field, 'Enter')
    expect(await screen.findByRole('dialog', { name })).toBeVisible()
  })

  test.each(OTHERS)('finds %s of this device, and opens the details', async (section, record) => {
    const at = `/dashboard?section=${section}`
    renderApp({
      responses: {
        ...panelAnswers([]),
        'GET /admin/payments': ok([]),
        [record.call]: (request) =>
          Response.json(ok(new URL(request.url).searchParams.has('q') ? [] : [record.row])),
      },
      address: at,
      session: operatorAs('owner'),
    })
    await screen.findAllByText(record.label)
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    const field = await screen.findByRole('combobox', { name: 'Search everything' })
    for (const query of record.queries) {
      type(field, query)
      await waitFor(() => expect([query, labels()]).toEqual([query, [record.label]]))
      const group = screen.getByRole('group', { name: record.group })
      expect(within(group).getByRole('option')).toHaveTextContent(record.detail)
    }
    press(field, 'Enter')
    await waitFor(() =>
      expect(window.location.search).toBe(`?section=${section}&open=${record.row._id}`),
    )
  })

  test.each(OTHERS)('finds %s on the server', async (section, record) => {
    const { field } = await open({
      [record.call]: (request) =>
        Response.json(ok(new URL(request.url).searchParams.has('q') ? [record.row] : [])),
    })
    type(field, record.queries[0])
    await waitFor(() => expect(labels()).toEqual([record.label]))
    const group = screen.getByRole('group', { name: 'On the server' })
    expect(within(group).getByRole('option')).toHaveTextContent(record.detail)
    press(field, 'Enter')
    await waitFor(() =>
      expect(window.location.search).toBe(`?section=${section}&open=${record.row._id}`),
    )
  })

  test('asks the server too, below what the device has found, and keeps the chosen line', async () => {
    const { respond, letGo } = held(
      ok([FLAT, wireListing({ _id: 'x9', propertyName: 'Flat far away' })]),
    )
    const { field } = await open({
      'GET /admin/properties': (request) =>
        new URL(request.url).searchParams.has('q') ? respond() : Response.json(ok([FLAT, SHOP])),
    })
    type(field, 'flat')
    await waitFor(() => expect(labels()).toEqual(['Flat in Kothrud']))
    const chosen = field.getAttribute('aria-activedescendant')
    letGo()
    await waitFor(() => expect(labels()).toEqual(['Flat in Kothrud', 'Flat far away']))
    expect(field.getAttribute('aria-activedescendant')).toBe(chosen)
    const group = screen.getByRole('group', { name: 'On the server' })
    expect(within(group).getAllByRole('option')).toHaveLength(1)
  })

  test('says when only the device could be searched', async () => {
    expectConsole('error', /Could not load the palette/)
    const { field } = await open({
      'GET /admin/users': noAnswer,
      'GET /admin/properties': (request) =>
        new URL(request.url).searchParams.has('q') ? noAnswer() : Response.json(ok([FLAT, SHOP])),
    })
    type(field, 'kothrud')
    await user.sees('1 found on this device. The server cannot be reached.')
  })

  test('searches no list on the server that the role may not search', async () => {
    const [users, loans] = [recorded(ok([])), recorded(ok([]))]
    const { field } = await open(
      { 'GET /admin/users': users.respond, 'GET /admin/loan': loans.respond },
      'reviewer',
    )
    type(field, 'kothrud')
    await user.sees('1 found')
    expect([users.paths(), loans.paths()]).toEqual([[], []])
    expect(labels()).not.toContain('Loan Applications')
  })

  test('decides about the listing that is open under it, and shows the key of each act', async () => {
    const { field, runtime } = await open(
      { [DECIDE]: noAnswer },
      'owner',
      `?section=property&open=${ID}`,
    )
    await waitFor(() => expect(labels()).toEqual(expect.arrayContaining(['Approve', 'Reject'])))
    expect(labels()).not.toContain('Set back to pending')
    expect(
      within(screen.getByRole('listbox')).getByRole('option', { name: /^Approve/ }),
    ).toHaveAttribute('aria-keyshortcuts', 'A')
    type(field, 'approve')
    press(field, 'Enter')
    await waitFor(async () =>
      expect(await listQueued(runtime)).toMatchObject([
        { entityId: ID, action: { to: 'approved' } },
      ]),
    )
  })

  test('offers what the keys of the screen do, with the key, and does it', async () => {
    const { field, runtime } = await open(
      { [DECIDE]: noAnswer },
      'owner',
      `?section=property&open=${ID}`,
    )
    // Nothing is sent, so that Undo finds nothing on its way.
    expectConsole('error', /Could not load/)
    await act(() => runtime.sync.outbox.workOffline.set(true))
    type(field, 'approve')
    await waitFor(() => expect(labels()).toContain('Approve'))
    press(field, 'Enter')
    await waitFor(async () => expect(await listQueued(runtime)).toHaveLength(1))
    const again = await reopen()
    type(again, 'undo')
    await waitFor(() => expect(labels()).toEqual(['Undo the last decision']))
    const list = within(screen.getByRole('listbox'))
    expect(list.getByRole('option')).toHaveAttribute('aria-keyshortcuts', 'Z')
    press(again, 'Enter')
    await waitFor(async () => expect(await listQueued(runtime)).toEqual([]))
  })

  test('offers the actions of the review with their keys, or without when the keys are off', async () => {
    switchSingleKeys(false)
    renderApp({
      responses: {
        ...panelAnswers([FLAT, SHOP]),
        'GET /admin/payments': ok([]),
        'GET /admin/properties': (request) =>
          Response.json(ok(new URL(request.url).searchParams.has('q') ? [] : [FLAT, SHOP])),
      },
      address: '/dashboard?section=property&review=next',
      session: operatorAs('owner'),
    })
    await screen.findByRole('heading', { name: 'Flat in Kothrud' })
    const keysOf = () =>
      [...document.querySelectorAll('.palette-option')].flatMap((option) => {
        const key = option.getAttribute('aria-keyshortcuts')
        return key === null ? [] : [`${key} ${option.querySelector('.palette-label')?.textContent}`]
      })
    press(await reopen(), 'Escape')
    expect(keysOf()).toEqual([])
    switchSingleKeys(true)
    const field = await reopen()
    await waitFor(() =>
      expect(keysOf().toSorted()).toEqual([
        '? Show the keys of the review',
        'A Accept',
        'H Hold or hand over',
        'I Record a visit',
        'J Skip to the next property',
        'K Previous property',
        'N Notes of the team',
        'P Play or pause the video',
        'R Reject',
        'S Assign to a person',
        'T Take with me',
        'U Undo the last decision',
      ]),
    )
    type(field, 'skip')
    await user.sees('1 found')
    press(field, 'Enter')
    expect(await screen.findByRole('heading', { name: 'Shop in Panaji' })).toBeVisible()
  })

  test('offers what was opened last, by ids that the device keeps without names', async () => {
    const { field } = await open({}, 'owner', `?section=property&open=${ID}`)
    press(field, 'Escape')
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    const recent = await screen.findByRole('group', { name: 'Recent' })
    expect(recent).toHaveTextContent('Flat in Kothrud')
    expect(localStorage.getItem('recent:operator-1')).toBe(`property/${ID}`)
  })
})

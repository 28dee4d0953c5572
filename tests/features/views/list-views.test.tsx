// @module-tag long

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answer, operatorAs, renderApp, setupAnswers } from '#tests/support/render-with-sync.tsx'
import { held, noAnswer, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import { scriptViews, wireView } from './scripted-views.ts'

setupAnswers()

const VIEW = wireView()
const OPENED = `/dashboard?section=property&view=${VIEW._id}&city=Pune&status=pending`

function open(address: string, views = [VIEW], role = 'owner') {
  const script = scriptViews(...views)
  renderApp({ responses: script.responses, address, session: operatorAs(role) })
  return script
}

const address = () => window.location.search

async function choose(item: string | RegExp, menu: string | RegExp = /^View/) {
  await user.press(menu)
  fireEvent.click(
    await screen.findByRole(/page$/.test(String(item)) ? 'menuitemradio' : 'menuitem', {
      name: item,
    }),
  )
}

async function seesRows(...names: string[]) {
  await waitFor(() => {
    const table = screen.getByRole('table', { name: 'Properties' })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map((row) => names.find((name) => row.textContent?.includes(name)))).toEqual(names)
  })
}

async function narrowTo(city: string) {
  act(() => {
    window.history.replaceState(window.history.state, '', OPENED.replace('Pune', city))
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }))
  })
  await screen.findByRole('button', { name: 'View: Pune, waiting, changed' })
}

describe('a saved view', () => {
  test('opens with its filters in the address, and Back returns to the list before', async () => {
    open('/dashboard?section=property')
    await seesRows('Flat in Kothrud', 'Shop in Baner', 'Villa in Aundh', 'House in Panaji')
    await choose('Pune, waiting (shared)', 'Views')
    await seesRows('Flat in Kothrud', 'Shop in Baner')
    expect(`/dashboard${address()}`).toBe(OPENED)
    act(() => window.history.back())
    await seesRows('Flat in Kothrud', 'Shop in Baner', 'Villa in Aundh', 'House in Panaji')
  })

  test('is saved with the filters and columns on the screen, and is open then', async () => {
    const { sent } = open('/dashboard?section=property&city=Goa&open=', [])
    localStorage.setItem(
      'columns:operator-1:properties',
      '{"hidden":["location"],"pins":{},"widths":{}}',
    )
    await seesRows('House in Panaji')
    await choose('Save as a new view…', 'Views')
    await user.press('Save')
    await user.sees('Name the view.')
    await user.fill({ Name: 'Goa' })
    fireEvent.click(screen.getByRole('switch', { name: /Shared with the team/ }))
    await user.press('Save')
    await screen.findByRole('button', { name: 'View: Goa' })
    const columns = { hidden: ['location'], pins: {}, widths: {} }
    expect(sent).toEqual([
      {
        path: expect.stringMatching(/^[0-9a-f]{24}$/),
        version: null,
        body: { list: 'property', name: 'Goa', query: 'city=Goa', columns, isShared: true },
      },
    ])
    expect(address()).toBe(`?section=property&view=${sent[0]?.path}&city=Goa`)
  })

  test('keeps what was typed when the server cannot be reached, and says that nothing was changed', async () => {
    open('/dashboard?section=property', [])
    await choose('Save as a new view…', 'Views')
    await user.fill({ Name: 'Everything' })
    answer({ 'PUT /admin/saved-views/:id': noAnswer })
    await user.press('Save')
    await user.sees('The server cannot be reached. This works only online. Nothing was changed.')
    expect(screen.getByLabelText('Name')).toHaveValue('Everything')
    expect(screen.getByRole('button', { name: 'Views' })).toBeInTheDocument()
  })

  test('that another device has changed is not overwritten, and is then shown as it is', async () => {
    const { stored } = open(OPENED)
    await narrowTo('Goa')
    stored.set(VIEW._id, { ...VIEW, name: 'Renamed', version: 2 })
    const error = 'This view was changed on another device meanwhile.'
    answer({ 'PUT /admin/saved-views/:id': refusal(412, { error, code: 'view-changed' }) })
    await choose('Save for everybody')
    await user.sees(`The view was not changed. ${error}`)
    await screen.findByRole('button', { name: 'View: Renamed, changed' })
  })

  test('is renamed and deleted by who may change it, and only after a second press', async () => {
    const { sent, stored } = open(OPENED)
    await choose('Name, sharing, delete…')
    await user.fill({ Name: 'Pune' })
    await user.press('Save')
    await screen.findByRole('button', { name: 'View: Pune' })
    expect(sent).toMatchObject([{ version: '"1"', body: { name: 'Pune', query: VIEW['query'] } }])
    await choose('Name, sharing, delete…')
    await user.press('Delete')
    expect(stored.size).toBe(1)
    await user.press('Delete it now')
    await screen.findByRole('button', { name: 'Views' })
    expect([stored.size, address()]).toEqual([0, '?section=property'])
  })

  test('that is not available any more is said, and the filters of its address still apply', async () => {
    open(OPENED, [])
    await user.sees(
      /^This view is not available: it was deleted, is no longer shared, or your role/,
    )
    await seesRows('Flat in Kothrud', 'Shop in Baner')
  })

  test('names a filter that no longer exists', async () => {
    open(`${OPENED}&balcony=yes`, [wireView({ query: 'balcony=yes&city=Pune&status=pending' })])
    await user.sees(/There is no filter “balcony”/)
    await seesRows('Flat in Kothrud', 'Shop in Baner')
  })

  test('opens from the saved copy without a network', async () => {
    open('/dashboard?section=property')
    await seesRows('Flat in Kothrud', 'Shop in Baner', 'Villa in Aundh', 'House in Panaji')
    await user.press('Views')
    await screen.findByRole('menuitem', { name: 'Pune, waiting (shared)' })
    fireEvent.click(screen.getByRole('menuitem', { name: 'Everything' }))
    answer({ 'GET /admin/saved-views': noAnswer, 'GET /admin/properties': noAnswer })
    await choose('Pune, waiting (shared)', 'Views')
    await seesRows('Flat in Kothrud', 'Shop in Baner')
  })

  test('is not offered by a backend without views', async () => {
    const { responses } = scriptViews()
    const session = { ...operatorAs(null), takesKeys: false }
    renderApp({ responses, address: '/dashboard?section=property', session })
    await seesRows('Flat in Kothrud', 'Shop in Baner', 'Villa in Aundh', 'House in Panaji')
    expect(screen.queryByRole('button', { name: 'Views' })).toBeNull()
  })
})

describe('a layer over a shared view', () => {
  test('holds only what differs, is stored for the person alone, and stays over a later change of the view', async () => {
    const { sent } = open(OPENED, [VIEW], 'reviewer')
    await narrowTo('Goa')
    await seesRows('House in Panaji')
    await user.press(/^View/)
    expect(screen.queryByRole('menuitem', { name: 'Save for everybody' })).toBeNull()
    fireEvent.click(screen.getByRole('menuitem', { name: 'Save for me only' }))
    await screen.findByRole('button', { name: 'View: Pune, waiting' })
    const body = { query: 'city=Goa', columns: null, isStart: false }
    expect(sent).toEqual([{ path: `${VIEW._id}/layer`, version: null, body }])
    await choose('Remove what is mine only')
    await seesRows('Flat in Kothrud', 'Shop in Baner')
    expect(sent.at(-1)).toMatchObject({ version: '"1"', body: { query: '' } })
  })

  test('may have columns of its own, which do not change the list without the view', async () => {
    const hidden = { hidden: ['location'], pins: {}, widths: {} }
    const { sent } = open(OPENED, [wireView({ columns: hidden })], 'reviewer')
    await seesRows('Flat in Kothrud', 'Shop in Baner')
    await waitFor(() =>
      expect(screen.queryByRole('columnheader', { name: /^Location/ })).toBeNull(),
    )
    await user.press('Columns')
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Rent Amount' }))
    await user.press('Done')
    await choose('Save for me only')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({
      body: { query: '', columns: { hidden: ['location', 'rent'] } },
    })
    await screen.findByRole('button', { name: 'View: Pune, waiting' })
    expect(localStorage.getItem('columns:operator-1:properties')).toBeNull()
  })
})

describe('the start page', () => {
  const START = wireView({ layer: { query: '', columns: null, isStart: true, version: 1 } })

  test('is chosen and removed in the menu of the view', async () => {
    const { sent } = open(OPENED)
    await choose('Start page')
    await waitFor(() => expect(sent).toMatchObject([{ body: { isStart: true } }]))
    await user.sees('This view opens first')
  })

  test('opens in place of the dashboard, at once on a device that knows of it', async () => {
    localStorage.setItem('start-view:operator-1', '')
    open('/dashboard', [START])
    await seesRows('Flat in Kothrud', 'Shop in Baner')
    expect(`/dashboard${address()}`).toBe(OPENED)
    await user.press('Menu')
    await user.seesLink('Dashboard', '/dashboard?section=dashboard')
  })

  test('opens on another device after the first screen, unless the person has begun to use that', async () => {
    open('/dashboard', [START])
    await seesRows('Flat in Kothrud', 'Shop in Baner')
  })

  test('does not take a person away who has begun to use the dashboard', async () => {
    const { responses } = scriptViews(START)
    const views = held({ success: true, data: [START] })
    const { runtime } = renderApp({
      responses: { ...responses, 'GET /admin/saved-views': views.respond },
      session: operatorAs('owner'),
    })
    await user.sees('Total Properties')
    fireEvent.keyDown(document.body, { key: 'Tab' })
    views.letGo()
    await waitFor(() => expect(runtime.queryClient.isFetching()).toBe(0))
    expect(address()).toBe('')
  })
})

describe('a review through a view', () => {
  test('goes through the pending listings of the view only', async () => {
    open(OPENED)
    await user.follow('Review these 2')
    await user.sees('1 of 2 · filtered')
    expect(address()).toContain('city=Pune')
    await waitFor(() => expect(address()).not.toContain('review=next')) // the rows are the newest
    await user.press(/^Skip/)
    await user.sees('2 of 2 · filtered')
    await user.press(/^Skip/)
    await user.sees('You skipped 2')
    fireEvent.click(screen.getAllByRole('button', { name: 'Leave review' })[0] ?? document.body)
    await seesRows('Flat in Kothrud', 'Shop in Baner')
  })
})

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { Runtime } from '#src/app/runtime.ts'
import '#src/features/listings/listings-screen.tsx' // loads the lazy code now, so that no test waits for it
import { LISTINGS } from '#src/query-cache/use-listings.ts'
import { isAnyArriving, prefetchFirstRows } from '#src/query-cache/use-saved-read.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { DECIDE, panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import {
  listQueued,
  type Responses,
  renderApp,
  renderWithSync,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { ok, recorded, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

// Tests what the screen shows while only the first part of the list has arrived. The device has no saved copy.

setupAnswers()

const ADDRESS = '/dashboard?section=property'
const WIRE_LISTINGS = Array.from({ length: 300 }, (_, index) =>
  wireListing({ _id: `listing-${index}`, propertyName: `House ${index}` }),
)
const FIRST = 'House 0'

/**
 * Answers a read of the list with its first rows only: the first read with 100 rows, the following reads with the
 * numbers of rows in `laterStops`. All later reads get the whole list. `finish` sends the missing rows, `lose` breaks
 * the connection.
 */
function makeHeldList(meta: object | undefined, laterStops: readonly number[] = []) {
  const text = JSON.stringify({ success: true, meta, data: WIRE_LISTINGS })
  const stops = [100, ...laterStops]
  const bytes = new TextEncoder()
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null
  let place = 0
  let reads = 0
  function respond() {
    reads += 1
    const stop = stops.shift()
    if (stop === undefined) return HttpResponse.json(JSON.parse(text))
    place = text.indexOf(`House ${stop}`)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller
        controller.enqueue(bytes.encode(text.slice(0, place)))
      },
    })
    return new HttpResponse(body, { headers: { 'Content-Type': 'application/json', ETag: '"r7"' } })
  }
  return {
    respond,
    countReads: () => reads,
    finish() {
      stream?.enqueue(bytes.encode(text.slice(place)))
      stream?.close()
    },
    lose: () => stream?.error(new TypeError('network error')),
  }
}

function open(held: ReturnType<typeof makeHeldList>, responses: Responses = {}) {
  return renderApp({
    address: ADDRESS,
    responses: { ...panelAnswers(), 'GET /admin/properties': held.respond, ...responses },
  })
}

async function isSaved({ openDevice }: Runtime, list = 'listings'): Promise<boolean> {
  const { storage } = await openDevice()
  const keys = await storage.cache.copies.toCollection().primaryKeys()
  return keys.some((key) => key.includes(list))
}

// Finds by label, because a query by role takes seconds in a whole table.
const statusOf = (name: string) => screen.findByLabelText(`Status of ${name}`)

async function approve(name: string): Promise<void> {
  fireEvent.change(await statusOf(name), { target: { value: 'approved' } })
}

async function goTo(section: string): Promise<void> {
  await act(async () => {
    window.history.pushState(null, '', `/dashboard?section=${section}`)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
}

function tabs() {
  const buttons = screen.getByLabelText('Listing type').querySelectorAll('button')
  return [...buttons].map(({ textContent }) => textContent)
}

describe('the first rows of a list', () => {
  test('end the wait before the first render', async () => {
    const held = makeHeldList({ cursor: 'e.1', total: 300 })
    const { runtime } = renderWithSync(null, {
      responses: { ...panelAnswers(), 'GET /admin/properties': held.respond },
    })
    await prefetchFirstRows(LISTINGS, runtime.sync, runtime.queryClient)
    expect(isAnyArriving(runtime.queryClient)).toBe(true)
    held.finish()
  })

  test('are shown before the others arrive; search, tabs and counts are marked as partial', async () => {
    const held = makeHeldList({ cursor: 'e.1', total: 300 })
    const { runtime } = open(held)
    expect(await statusOf(FIRST)).toBeVisible()
    expect(screen.getByText('Loading 100 of 300')).toBeVisible()
    expect(screen.getByText(/search, tabs and counts are partial/)).toBeVisible()
    await waitFor(() =>
      expect(tabs()).toEqual(['All100+', 'On Sell100+', 'On Rent/PG0+', 'On Auction0+']),
    )
    expect(screen.getByText('Pending (100+)')).toBeInTheDocument()
    expect(screen.getByText(/^Review 100\+/)).toBeVisible()
    const search = screen.getByPlaceholderText('Search what has arrived so far')
    fireEvent.change(search, { target: { value: 'House 299' } })
    await user.sees('No property matches “House 299” so far')
    expect(await isSaved(runtime)).toBe(false)

    held.finish()
    expect(await statusOf('House 299')).toBeVisible()
    await waitFor(() => expect(tabs()[0]).toBe('All1'))
    expect(screen.queryByText(/Loading|partial/)).toBeNull()
    await waitFor(async () => expect(await isSaved(runtime)).toBe(true))
  })

  test('are not shown alone if the whole list is as short as one part of the answer', async () => {
    const held = makeHeldList({ cursor: 'e.1', total: 143 })
    open(held)
    await waitFor(() => expect(held.countReads()).toBe(1))
    const notes = new Set<string | null>()
    const watcher = new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('.read-line')) notes.add(textContent)
    })
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
    held.finish()
    expect(await statusOf(FIRST)).toBeVisible()
    watcher.disconnect()
    expect([...notes].join()).not.toMatch(/Loading|partial/)
  })

  test('can be approved, and stay approved when the whole list arrives', async () => {
    const held = makeHeldList(undefined)
    const call = recorded()
    open(held, { [DECIDE]: call.respond })
    await approve(FIRST)
    await waitFor(() => expect(call.paths()).toEqual(['/admin/properties/listing-0/status']))
    expect(screen.getByText('Loading 100')).toBeVisible()
    const notes = new Set<string | null>()
    const watcher = new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('.page-note')) notes.add(textContent)
    })
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true })

    held.finish()
    await waitFor(() => expect(tabs()[0]).toBe('All300'))
    expect(await statusOf(FIRST)).toHaveValue('approved')
    expect([...notes]).toEqual([''])
    watcher.disconnect()
  })

  test('remain when the connection is lost, with a Retry button', async () => {
    expectConsole('error', /Could not load listings/)
    const held = makeHeldList({ cursor: 'e.1', total: 300 })
    const { runtime } = open(held)
    await statusOf(FIRST)
    held.lose()
    await user.sees(/Connection lost: 100 of 300 loaded/)
    expect(await statusOf(FIRST)).toBeVisible()
    expect(await isSaved(runtime)).toBe(false)
    fireEvent.click(screen.getByText('Retry'))
    await waitFor(() => expect(tabs()[0]).toBe('All300'))
    expect(screen.queryByText(/Connection lost|partial/)).toBeNull()
  })

  test('retain their decisions while the users are stored on the device and the listings are read again', async () => {
    expectConsole('error', /Could not load listings/)
    const held = makeHeldList({ cursor: 'e.1', total: 300 }, [40])
    const { runtime } = open(held, { [DECIDE]: ok() })
    await approve(FIRST)
    const states = async () => (await listQueued(runtime)).map(({ state }) => state)
    await waitFor(async () => expect(await states()).toEqual(['acked']))
    held.lose()
    await screen.findByText(/Connection lost: 100 of 300 loaded/)
    // When a list has been stored, the app removes confirmed decisions, except those that a list does not include yet.
    await goTo('users')
    await waitFor(async () => expect(await isSaved(runtime, 'members')).toBe(true))
    await runtime.sync.persister.idle()

    await goTo('property')
    await user.sees('Loading 100 of 300')
    expect(await statusOf(FIRST)).toHaveValue('approved')
    await waitFor(() => expect(held.countReads()).toBe(2))
    held.finish()
    await waitFor(() => expect(tabs()[0]).toBe('All300'))
  })

  test('disappear when a 401 ends the session, and the list is not saved', async () => {
    const held = makeHeldList({ cursor: 'e.1', total: 300 })
    const { runtime } = open(held, {
      [DECIDE]: refusal(401, { error: 'Sign in.' }),
    })
    await approve(FIRST)
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    await act(async () => held.finish())
    await runtime.sync.persister.idle()
    expect(runtime.queryClient.getQueryCache().getAll()).toEqual([])
    expect(await isSaved(runtime)).toBe(false)
    expect(await listQueued(runtime)).toHaveLength(1)
  })
})

test.each([
  [
    'is not valid JSON',
    () => new HttpResponse('{"success":true,"data":[{"_id":"1"},,]}'),
    /^Nothing/,
  ],
  ['is a refusal', { success: false, error: 'No.' }, /^Could not load/],
  ['is an error', refusal(500, { error: 'Broken.' }), /^Could not load/],
])('a first answer that %s makes the read fail', async (_what, response, title) => {
  expectConsole('error', /Could not load listings/)
  renderApp({
    address: ADDRESS,
    responses: { ...panelAnswers(), 'GET /admin/properties': response },
  })
  await user.sees(title)
})

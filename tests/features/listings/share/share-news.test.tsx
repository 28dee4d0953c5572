import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import '#src/features/listings/listings-screen.tsx' // loads the lazy code now, so that no test waits for it
import type { Runtime } from '#src/app/runtime.ts'
import { savedReadKey } from '#src/query-cache/saved-read-key.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import {
  answer,
  OPERATOR,
  type Responses,
  renderApp,
  setupAnswers,
} from '#tests/support/render-with-sync.tsx'
import { ok, refusal } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'
import {
  ADDRESS,
  delta,
  HELD,
  LIST,
  listAnswers,
  MARKET,
  ONE,
  OUTSIDE,
  type Pages,
  pageOf,
  share,
} from './share-answers.ts'

// A listing that this device knows only from a page of the server is deleted or changed by a colleague.

setupAnswers()

const KEY = savedReadKey(OPERATOR.account.id, 'listings')
const CABIN = wireListing({ ...OUTSIDE, _id: 'z8', propertyName: 'River cabin' })

interface News {
  pages?: Pages
  /** The answers to reads of the changes since a cursor. */
  changes?: Record<string, object | (() => Response)>
  /** The share as it is read later. */
  later?: object
}

/** Opens the list. The server has `changes` from the first `readNews` on. */
async function open(
  { pages = {}, changes = {}, later = share() }: News,
  rest: Responses = {},
  address = ADDRESS,
) {
  const { asked, respond } = listAnswers(pages)
  let isNews = false
  function answerList(request: Request): Response {
    const query = new URL(request.url).searchParams
    const since = query.get('since')
    if (since === null && query.has('share') && asked.length > 0) return Response.json(later)
    if (since === null) return respond(request)
    const answered = (isNews ? changes[since] : undefined) ?? delta(since, [], [])
    return typeof answered === 'function' ? answered() : Response.json(answered)
  }
  const { runtime } = renderApp({
    address,
    responses: { ...panelAnswers(HELD), [LIST]: answerList, ...rest },
  })
  async function readNews() {
    isNews = true
    await readShare(runtime)
  }
  return { asked, runtime, readNews }
}

const readShare = (runtime: Runtime) =>
  act(() => runtime.queryClient.refetchQueries({ queryKey: KEY }))

const findRow = (name: string) => screen.findByLabelText(`Status of ${name}`)
const queryRow = (name: string) => screen.queryByLabelText(`Status of ${name}`)

const BOTH = { '': pageOf([OUTSIDE, CABIN], 'c1', 900), 'cursor=c1': pageOf([], null, 900) }

const expired = refusal(410, { code: 'cursor-expired' })

describe('a listing of a page', () => {
  test('that a colleague deleted leaves the list, its count and what can be selected', async () => {
    const pages = { '': pageOf([OUTSIDE, CABIN], null, 2) }
    const { readNews } = await open({ pages, changes: { 'e-1': delta('e-2', [], ['z9']) } })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Corner plot' }))
    expect(await screen.findByRole('button', { name: 'Select all 5 in the list' })).toBeVisible()
    await readNews()
    await waitFor(() => expect(queryRow('Hill bungalow')).toBeNull())
    expect(await findRow('River cabin')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Select all 4 in the list' })).toBeVisible()
    // Nor does it return with later news, which do not repeat it.
    await readNews()
    expect(queryRow('Hill bungalow')).toBeNull()
  })

  test('that a colleague deleted is left out of a decision about a selection', async () => {
    const pages = { '': pageOf([OUTSIDE, CABIN]) }
    const { readNews } = await open({ pages, changes: { 'e-1': delta('e-2', [], ['z9']) } })
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Hill bungalow' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select River cabin' }))
    expect(await screen.findByText('2 selected')).toBeVisible()
    await readNews()
    await waitFor(() => expect(queryRow('Hill bungalow')).toBeNull())
    expect(screen.getByText('2 selected')).toBeVisible()
    await user.press('Approve', screen.getByRole('region', { name: 'Selected properties' }))
    expect(await screen.findByText('1 was deleted meanwhile.', { exact: false })).toBeVisible()
  })

  test('that is posted again under its number is in the list again', async () => {
    const pages = { '': pageOf([OUTSIDE]) }
    const changes = {
      'e-1': delta('e-2', [], ['z9']),
      'e-2': delta('e-3', [{ ...OUTSIDE, version: 6 }], []),
    }
    const { readNews } = await open({ pages, changes })
    await findRow('Hill bungalow')
    await readNews()
    await waitFor(() => expect(queryRow('Hill bungalow')).toBeNull())
    await readNews()
    expect(await findRow('Hill bungalow')).toBeVisible()
  })

  test('that this person deletes does not return when the deletion is confirmed', async () => {
    const pages = { '': pageOf([OUTSIDE]) }
    const { runtime, readNews } = await open(
      { pages, changes: { 'e-1': delta('e-2', [], ['z9']) } },
      { 'DELETE /admin/property/:id': ok() },
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Hill bungalow' }))
    await user.confirm('Delete')
    await waitFor(() => expect(queryRow('Hill bungalow')).toBeNull())
    await waitFor(() =>
      expect(runtime.sync.view.get().changes.every(({ state }) => state === 'acked')).toBe(true),
    )
    await readNews()
    expect(queryRow('Hill bungalow')).toBeNull()
  })

  test('that a colleague changed is shown as it is now, also if only its hint or its person changed', async () => {
    const pages = { '': pageOf([OUTSIDE, CABIN]) }
    const changed = [
      { ...OUTSIDE, status: 'approved', version: 5 },
      { ...CABIN, propertyName: 'Lake cabin' },
    ]
    const { readNews } = await open({ pages, changes: { 'e-1': delta('e-2', changed, []) } })
    await findRow('Hill bungalow')
    await readNews()
    expect(await findRow('Lake cabin')).toBeVisible()
    expect(queryRow('River cabin')).toBeNull()
    expect(await findRow('Hill bungalow')).toHaveValue('approved')
  })

  test('that was deleted while its page was on its way does not come with it', async () => {
    let letGo: (() => void) | undefined
    const arrives = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const { respond } = listAnswers({ '': pageOf([OUTSIDE, CABIN]) })
    const { runtime } = renderApp({
      address: ADDRESS,
      responses: {
        ...panelAnswers(HELD),
        async [LIST](request: Request) {
          const query = new URL(request.url).searchParams
          if (query.has('since')) return Response.json(delta('e-2', [], ['z9']))
          if (query.has('limit')) await arrives
          return respond(request)
        },
      },
    })
    await screen.findByText('Asking the server…')
    await readShare(runtime)
    letGo?.()
    expect(await findRow('River cabin')).toBeVisible()
    expect(queryRow('Hill bungalow')).toBeNull()
  })
})

describe('pages from before the share was read anew', () => {
  test('are read again, because nobody can say what was deleted meanwhile', async () => {
    const pages: Pages = { ...BOTH }
    const changes = { 'e-1': expired }
    const later = share(MARKET, HELD, 'e-9')
    const { asked, readNews } = await open({ pages, changes, later })
    await findRow('River cabin')
    pages[''] = pageOf([CABIN], 'c1', 899)
    await readNews()
    await waitFor(() => expect(queryRow('Hill bungalow')).toBeNull())
    expect(await findRow('River cabin')).toBeVisible()
    expect(asked.filter((query) => query === '')).toHaveLength(2)
  })

  test('stay on the screen if they cannot be read, and are read on demand', async () => {
    expectConsole('error', /^Could not load listing-pages/)
    const pages: Pages = { ...BOTH }
    const later = share(MARKET, HELD, 'e-9')
    const { readNews } = await open({ pages, changes: { 'e-1': expired }, later })
    await findRow('River cabin')
    pages[''] = refusal(500)
    await readNews()
    expect(await screen.findByText('The server did not send the others.')).toBeVisible()
    expect(await findRow('Hill bungalow')).toBeVisible()
    pages[''] = pageOf([CABIN], null, 1)
    await user.press('Retry')
    await waitFor(() => expect(queryRow('Hill bungalow')).toBeNull())
  })
})

describe('the details of a listing outside the share', () => {
  const address = `${ADDRESS}&open=z9`

  test('close with words when a colleague deletes it', async () => {
    const { readNews } = await open(
      { changes: { 'e-1': delta('e-2', [], ['z9']) } },
      {
        [ONE]: ok(OUTSIDE),
        'GET /admin/audit': ok([]),
      },
      address,
    )
    expect(await screen.findByRole('dialog', { name: 'Hill bungalow' })).toBeVisible()
    await readNews()
    expect(await screen.findByText('This property is not in the list')).toBeVisible()
    expect(screen.queryByRole('dialog', { name: 'Hill bungalow' })).toBeNull()
  })

  test('close with words when the share is read anew, and the listing is gone', async () => {
    expectConsole('error', /^Could not load outside-listing/)
    const answers = { [ONE]: ok(OUTSIDE), 'GET /admin/audit': ok([]) }
    const { readNews } = await open({ changes: { 'e-1': expired } }, answers, address)
    expect(await screen.findByRole('dialog', { name: 'Hill bungalow' })).toBeVisible()
    answer({ [ONE]: refusal(404) })
    await readNews()
    expect(await screen.findByText('This property is not in the list')).toBeVisible()
  })

  test('show what a colleague changed', async () => {
    const changed = { ...OUTSIDE, propertyName: 'Hill palace', version: 5 }
    const { readNews } = await open(
      { changes: { 'e-1': delta('e-2', [changed], []) } },
      { [ONE]: ok(OUTSIDE) },
      address,
    )
    expect(await screen.findByRole('dialog', { name: 'Hill bungalow' })).toBeVisible()
    await readNews()
    expect(await screen.findByRole('dialog', { name: 'Hill palace' })).toBeVisible()
  })
})

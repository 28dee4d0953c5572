import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import type { ListingClaim } from '#src/domain/claim/claim.ts'
import { seeReady, setupReview } from '#tests/features/listings/review/review-page.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import {
  DECIDE,
  listReasons,
  panelAnswers,
  wireClaim,
  wireListing,
} from '#tests/support/panel-answers.ts'
import { type Responses, renderApp } from '#tests/support/render-with-sync.tsx'
import { noAnswer, ok, recorded } from '#tests/support/scripted-answers.ts'

setupReview()

const NEXT = '/dashboard?section=property&review=next'
const SINCE = '2025-06-18T08:32:00.000Z' // 14:02 in India
const posted = (_id: string, propertyName: string, day: string) =>
  wireListing({ _id, propertyName, createdAt: `2025-06-${day}T06:00:00.000Z` })
const LISTINGS = [
  posted('v1', 'Garden villa', '03'),
  posted('f2', 'Sea-view flat', '09'),
  posted('s3', 'Corner shop', '12'),
]

const ofRavi = (id: string, more: Partial<ListingClaim> = {}) =>
  wireClaim(id, { personId: 'ravi', name: 'Ravi Shah', since: SINCE, fence: 7, ...more })

/** As the server refuses to claim what somebody else has. */
const claimed = () =>
  HttpResponse.json({ success: false, error: 'Taken.', code: 'claimed' }, { status: 409 })

function show(claims: readonly ListingClaim[], responses: Responses = {}, address = NEXT) {
  const decisions = recorded()
  const calls: string[] = []
  const noted =
    (respond: (request: Request) => Response): ((request: Request) => Response) =>
    (request) => {
      const fence = request.headers.get('If-Match')
      const id = new URL(request.url).pathname.split('/').at(-1)
      calls.push([request.method, id, fence].filter(Boolean).join(' '))
      return respond(request)
    }
  const taken = new Set(
    claims.flatMap(({ personId, listingId }) => (personId === 'ravi' ? [listingId] : [])),
  )
  const { runtime } = renderApp({
    address,
    responses: {
      ...panelAnswers(LISTINGS),
      'GET /admin/claims': ok(claims),
      'GET /admin/properties/:id/history': ok([]),
      'POST /admin/claims/:id': noted(({ url }) => {
        const id = new URL(url).pathname.split('/').at(-1) ?? ''
        return taken.has(id) ? claimed() : HttpResponse.json(ok(wireClaim(id, { fence: 3 })))
      }),
      'DELETE /admin/claims/:id': noted(() => HttpResponse.json(ok())),
      [DECIDE]: decisions.respond,
      ...responses,
    },
  })
  return {
    calls,
    /** Waits until the panel knows the claims. */
    seen: () =>
      waitFor(() => {
        const { others, own } = runtime.sync.outbox.claims.get()
        expect(others.size + own.size).toBe(claims.length)
      }),
    decided: () => decisions.paths().map((path) => path.split('/').at(-2)),
  }
}

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const ask = () => screen.findByRole('alertdialog')
const CHIP = /^With Ravi Shah since 18 Jun 25, 14:02/

describe('review mode', () => {
  test('claims the listing that it shows, and gives back one that is left, but not one that is decided', async () => {
    const { calls, decided } = show([])
    await seeReady('Garden villa')
    await waitFor(() => expect(calls).toEqual(['POST v1']))
    press('j')
    await seeReady('Sea-view flat')
    await waitFor(() => expect([...calls].sort()).toEqual(['DELETE v1 "3"', 'POST f2', 'POST v1']))
    press('a')
    await seeReady('Corner shop')
    await waitFor(() => expect(decided()).toEqual(['f2']))
    await waitFor(() => expect(calls).toContain('POST s3'))
    fireEvent.click(screen.getByRole('button', { name: 'Leave review' }))
    await waitFor(() => expect(calls).toContain('DELETE s3 "3"'))
    expect(calls).not.toContain('DELETE f2 "3"')
  })

  test('passes over what somebody else reviews, and shows it at the end', async () => {
    const claims = show([ofRavi('f2')])
    await seeReady('Garden villa')
    await claims.seen()
    press('j')
    await seeReady('Corner shop')
    press('j')
    expect(await screen.findByText(CHIP)).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Sea-view flat' }))
    await seeReady('Sea-view flat')
    expect(await screen.findByText(CHIP)).toBeVisible()
    fireEvent.click(screen.getAllByRole('button', { name: 'Next' })[0] as HTMLElement)
    await seeReady('Corner shop')
  })

  test.each([
    ['by key', () => void press('a')],
    ['by touch', () => void fireEvent.click(screen.getByRole('button', { name: /^Accept/ }))],
  ])('asks before it decides what somebody else reviews, %s', async (_, accept) => {
    const { decided } = show([ofRavi('f2')], {}, `${NEXT.replace('next', 'f2')}`)
    await seeReady('Sea-view flat')
    await screen.findByText(CHIP)
    accept()
    expect(await ask()).toHaveAccessibleName(
      'Ravi Shah has been reviewing this since 18 Jun 25, 14:02. Decide it all the same?',
    )
    fireEvent.click(within(await ask()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(decided()).toEqual([])
    await seeReady('Sea-view flat')
    accept()
    fireEvent.click(within(await ask()).getByRole('button', { name: 'Decide' }))
    await waitFor(() => expect(decided()).toEqual(['f2']))
  })

  test('says that there is unsaved text, and that there is none any more', async () => {
    const said: boolean[] = []
    show([], {
      'GET /admin/reasons': listReasons(true),
      'POST /admin/claims/:id': async (request) => {
        said.push(((await request.json()) as { hasUnsavedText: boolean }).hasUnsavedText)
        return HttpResponse.json(ok(wireClaim('v1', { fence: 3 })))
      },
    })
    await seeReady('Garden villa')
    press('r')
    const note = await screen.findByRole('textbox', { name: /^Note/ })
    fireEvent.change(note, { target: { value: 'Too dark' } })
    await waitFor(() => expect(said).toEqual([false, true]))
    fireEvent.change(note, { target: { value: 'Too dark.' } })
    fireEvent.change(note, { target: { value: '' } })
    await waitFor(() => expect(said).toEqual([false, true, false]))
  })

  test.each([
    ['renews the claim of a person who is active after four minutes', true, 4.1, 2],
    ['renews no claim before', true, 3.9, 1],
    ['renews no claim of a person who is away', false, 9, 1],
  ])('%s', async (_, isActive, minutes, posts) => {
    const looks: (() => void)[] = []
    const { setInterval } = globalThis
    vi.spyOn(globalThis, 'setInterval').mockImplementation(((work: () => void, ms: number) => {
      if (ms === 30_000) looks.push(work)
      return setInterval(work, ms)
    }) as typeof setInterval)
    const { calls } = show([])
    await seeReady('Garden villa')
    await waitFor(() => expect(calls).toEqual(['POST v1']))
    if (isActive) press('Shift')
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + minutes * 60_000)
    for (const look of looks) look()
    press('j')
    await waitFor(() => expect(calls).toContain('DELETE v1 "3"'))
    expect(calls.filter((call) => call === 'POST v1')).toHaveLength(posts)
  })

  test("asks nothing about the person's own claim", async () => {
    const claims = show([wireClaim('v1')])
    const { decided } = claims
    await seeReady('Garden villa')
    await claims.seen()
    press('a')
    await waitFor(() => expect(decided()).toEqual(['v1']))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  test('goes on to the next one if somebody was faster', async () => {
    const later: ListingClaim[] = []
    const { calls } = show([ofRavi('v1')], {
      'GET /admin/claims': () => HttpResponse.json(ok(later)),
    })
    await waitFor(() => expect(calls).toContain('POST v1'))
    await seeReady('Sea-view flat')
    expect(document.querySelector('.review > [role="status"]')).toHaveTextContent(
      'Somebody else reviews this one.',
    )
  })

  test('goes on to one that nobody has, though the claims were not known', async () => {
    const theirs = [ofRavi('v1'), ofRavi('f2')]
    const { calls } = show(theirs, {
      // The list of claims arrives after the first listing was opened.
      'GET /admin/claims': () => HttpResponse.json(ok(calls.includes('POST v1') ? theirs : [])),
    })
    await seeReady('Corner shop')
    expect(calls).not.toContain('POST f2')
  })

  test('stays at a listing that the person has chosen, and says who has it', async () => {
    const { calls } = show([ofRavi('f2')], {}, `${NEXT.replace('next', 'f2')}`)
    expect(await screen.findByText(CHIP)).toBeVisible()
    await seeReady('Sea-view flat')
    expect(calls.filter((made) => made !== 'POST f2')).toEqual([])
  })

  test('goes on without a network, and asks nothing', async () => {
    expectConsole('error', /Could not load claims/)
    const { decided } = show([], {
      'GET /admin/claims': noAnswer,
      'POST /admin/claims/:id': noAnswer,
      'DELETE /admin/claims/:id': noAnswer,
    })
    await seeReady('Garden villa')
    press('a')
    await seeReady('Sea-view flat')
    await waitFor(() => expect(decided()).toEqual(['v1']))
  })
})

describe('on purpose', () => {
  test('a listing is held until a time with a reason, and passed over from then on', async () => {
    const holds = recorded(ok(wireClaim('v1')))
    const later: ListingClaim[] = []
    show([], {
      'GET /admin/claims': () => HttpResponse.json(ok(later)),
      'GET /admin/deciders': ok([]),
      'PUT /admin/claims/:id/hold': (request) => {
        const heldUntil = new Date(Date.now() + 3_600_000).toISOString()
        later.push(wireClaim('v1', { heldUntil, until: heldUntil, holdReason: 'Asked the owner' }))
        return holds.respond(request) as never // msw awaits it
      },
    })
    await seeReady('Garden villa')
    press('h')
    const sheet = await screen.findByRole('dialog', { name: 'Hold or hand over' })
    fireEvent.click(within(sheet).getByRole('button', { name: /^Tomorrow/ }))
    fireEvent.click(within(sheet).getByRole('button', { name: 'Hold' }))
    await seeReady('Sea-view flat')
    expect(holds.bodies).toEqual([
      { until: expect.stringMatching(/T03:30:00.000Z$/), reason: 'Asked the owner' },
    ])
    press('j')
    await seeReady('Corner shop')
    press('j')
    expect(await screen.findByText(/^Held by you until .*: Asked the owner$/)).toBeVisible()
  })

  test('a listing is handed over to a colleague with a note; a refusal says why, and keeps what was typed', async () => {
    const calls = recorded(() =>
      HttpResponse.json(
        { success: false, error: 'Choose somebody else.', code: 'cannot-decide' },
        { status: 409 },
      ),
    )
    show([], {
      'GET /admin/deciders': ok([
        { _id: 'a'.repeat(24), name: 'Ravi Shah' },
        { _id: 'operator-1', name: 'Asha Rao' },
      ]),
      'POST /admin/claims/:id/hand-over': calls.respond,
    })
    await seeReady('Garden villa')
    fireEvent.click(screen.getByRole('button', { name: 'Hold or hand over' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Hold or hand over' }))
    await sheet.findByRole('option', { name: 'Ravi Shah' })
    expect(sheet.queryByRole('option', { name: 'Asha Rao' })).not.toBeInTheDocument()
    fireEvent.change(sheet.getByLabelText('To'), { target: { value: 'a'.repeat(24) } })
    fireEvent.change(sheet.getByLabelText('Note'), { target: { value: 'You know her.' } })
    fireEvent.click(sheet.getByRole('button', { name: 'Hand over' }))
    expect(await sheet.findByText('Choose somebody else.')).toBeVisible()
    expect(calls.bodies).toEqual([{ personId: 'a'.repeat(24), note: 'You know her.' }])
    expect(sheet.getByLabelText('Note')).toHaveValue('You know her.')
  })

  test('taking over asks first, and names the claim that was seen', async () => {
    const takes = recorded(ok(wireClaim('f2', { fence: 8 })))
    show(
      [ofRavi('f2')],
      { 'POST /admin/claims/:id/take-over': takes.respond },
      NEXT.replace('next', 'f2'),
    )
    await seeReady('Sea-view flat')
    fireEvent.click(await screen.findByRole('button', { name: 'Take over' }))
    expect(await ask()).toHaveAccessibleName(/Take it over\?$/)
    expect(takes.bodies).toEqual([])
    fireEvent.click(within(await ask()).getByRole('button', { name: 'Take over' }))
    await waitFor(() => expect(takes.bodies).toEqual([{ fence: 7 }]))
  })

  test('the former holder reads who took the listing over', async () => {
    show(
      [ofRavi('v1', { origin: 'taken-over', fromId: 'operator-1', fromName: 'Asha Rao' })],
      {},
      NEXT.replace('next', 'v1'),
    )
    await screen.findByText(/^Ravi Shah took it over from you at/)
  })
})

test('the details say who reviews the listing, since when, or until when and why', async () => {
  const heldUntil = '2099-06-18T03:30:00.000Z'
  show(
    [ofRavi('f2', { heldUntil, holdReason: 'Asked the owner' })],
    {},
    '/dashboard?section=property&open=f2',
  )
  const sheet = await screen.findByRole('dialog')
  await within(sheet).findByText('Held by Ravi Shah until 18 Jun 99, 09:00: Asked the owner')
})

test('the table says who reviews a listing, and asks before its select decides', async () => {
  const { decided } = show([ofRavi('f2')], {}, '/dashboard?section=property')
  expect(await screen.findByText('With Ravi Shah')).toBeVisible()
  const select = screen.getAllByRole('combobox', { name: /Sea-view flat/ })[0]
  fireEvent.change(select as HTMLElement, { target: { value: 'approved' } })
  fireEvent.click(within(await ask()).getByRole('button', { name: 'Decide' }))
  await waitFor(() => expect(decided()).toEqual(['f2']))
})

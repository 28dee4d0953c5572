// @module-tag long

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeAll, describe, expect, test } from 'vitest'
import { BATCH_CALL_SIZE } from '#src/domain/listing/change-batch.ts'
import { seeReady, setupReview } from '#tests/features/listings/review/review-page.ts'
import { expectConsole } from '#tests/support/dom-setup.ts'
import { NO_NETWORK, panelAnswers, wireClaim, wireListing } from '#tests/support/panel-answers.ts'
import {
  loseNetwork,
  operatorAs,
  type Responses,
  renderApp,
} from '#tests/support/render-with-sync.tsx'
import { ok, refusal } from '#tests/support/scripted-answers.ts'

setupReview()
beforeAll(async () => {
  await import('#src/features/listings/assignments/assign-sheet.tsx')
  await import('#src/features/listings/bulk/selection-bar.tsx')
})

const LIST = '/dashboard?section=property'
const REVIEW = `${LIST}&review=next`
const ME = { id: 'operator-1', name: 'Asha Rao' }
const RAVI = { id: 'ravi', name: 'Ravi Shah' }
const posted = (_id: string, propertyName: string, day: string, more = {}) =>
  wireListing({ _id, propertyName, createdAt: `2025-06-${day}T06:00:00.000Z`, ...more })
const LISTINGS = [
  posted('s3', 'Corner shop', '12'),
  posted('f2', 'Sea-view flat', '09'),
  posted('v1', 'Garden villa', '03', { assignee: RAVI }),
]

interface Call {
  listingIds: string[]
  personId: string | null
}

/** A server that assigns. Those in `decided` are decided meanwhile. */
function show(address: string, listings: object[] = LISTINGS, more: Responses = {}) {
  const calls: Call[] = []
  let rows = listings as { _id: string }[]
  const read = () => HttpResponse.json(ok(rows))
  const { runtime } = renderApp({
    address,
    responses: {
      ...panelAnswers(listings),
      'GET /admin/properties': read,
      'GET /admin/properties/:id/history': ok([]),
      'GET /admin/deciders': ok([
        { _id: 'ravi', name: 'Ravi Shah' },
        { _id: ME.id, name: ME.name },
      ]),
      'PUT /admin/assignments': async (request: Request) => {
        const call = (await request.json()) as Call // the body that this test awaits
        calls.push(call)
        const person = [ME, RAVI].find(({ id }) => id === call.personId)
        rows = rows.map(({ _id, ...row }) =>
          call.listingIds.includes(_id) ? { _id, ...row, assignee: person } : { _id, ...row },
        )
        return HttpResponse.json(ok({ listingIds: call.listingIds, decided: [], gone: [] }))
      },
      ...more,
    },
    session: operatorAs('owner'),
  })
  return { calls, runtime }
}

const rowOf = async (name: string) => {
  const box = await screen.findByRole('checkbox', { name: `Select ${name}` })
  return within(box.closest('tr') ?? box)
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const sheet = async () => within(await screen.findByRole('dialog', { name: 'Assign' }))

describe('the list', () => {
  test('says in the row whose listing it is, unless somebody else reviews it', async () => {
    const open = posted('o', 'Open elsewhere', '02', { assignee: RAVI })
    show(LIST, [...LISTINGS, open, posted('m', 'Mine', '01', { assignee: ME })], {
      'GET /admin/claims': ok([
        wireClaim('o', {
          personId: 'kabir',
          name: 'Kabir Menon',
          since: new Date().toISOString(),
        }),
      ]),
    })
    expect((await rowOf('Garden villa')).getByText('For Ravi Shah')).toBeVisible()
    expect((await rowOf('Mine')).getByText('For you')).toBeVisible()
    const row = await rowOf('Open elsewhere')
    expect(await row.findByText('With Kabir Menon')).toBeVisible()
    expect(row.queryByText('For Ravi Shah')).toBeNull()
    expect((await rowOf('Corner shop')).queryByText(/^For /)).toBeNull()
  })

  test('says first that a listing is late, and then whose it is, because a dense row shows one of them', async () => {
    const wait = (dueAt: string) => ({ waitsSince: dueAt, dueSoonAt: dueAt, dueAt, assignee: ME })
    show(LIST, [
      posted('late', 'Late', '02', wait('2025-06-03T06:00:00.000Z')),
      posted('early', 'Early', '01', wait('2999-01-01T06:00:00.000Z')),
    ])
    const chipsOf = async (name: string) =>
      (await rowOf(name))
        .getAllByText(/^(For you|On time|Overdue)/)
        .map(({ textContent }) => textContent?.replace(/ .*/, ''))
    expect(await chipsOf('Late')).toEqual(['Overdue', 'For'])
    expect(await chipsOf('Early')).toEqual(['For', 'On'])
  })

  test('shows no assignment of a listing that is decided', async () => {
    show(LIST, [posted('v1', 'Garden villa', '03', { status: 'approved', assignee: RAVI })])
    await rowOf('Garden villa')
    expect(screen.queryByText('For Ravi Shah')).toBeNull()
  })

  test('assigns the selected listings with the key, to oneself first, and clears the selection', async () => {
    const { calls } = show(LIST)
    for (const name of ['Select Corner shop', 'Select Sea-view flat'])
      fireEvent.click(await screen.findByRole('checkbox', { name }))
    await screen.findByText('2 selected')
    press('s')
    const dialog = await sheet()
    expect(dialog.getByText('2 properties')).toBeVisible()
    await dialog.findByRole('button', { name: 'Me (Asha Rao)' })
    const people = within(dialog.getByRole('region', { name: 'Assign to' }))
    const names = people.getAllByRole('button').map(({ textContent }) => textContent)
    expect(names).toEqual(['Me (Asha Rao)', 'Ravi Shah', 'Nobody'])
    fireEvent.click(dialog.getByRole('button', { name: 'Me (Asha Rao)' }))
    expect(await screen.findByText('2 properties are assigned to you.')).toBeVisible()
    expect(calls).toEqual([{ listingIds: ['s3', 'f2'], personId: ME.id }])
    expect(screen.queryByText('2 selected')).toBeNull()
    await waitFor(async () =>
      expect((await rowOf('Corner shop')).getByText('For you')).toBeVisible(),
    )
  })

  test('sends more listings than one call takes in several calls', async () => {
    const many = Array.from({ length: BATCH_CALL_SIZE + 5 }, (_, place) =>
      posted(`p${place}`, `Plot ${place}`, '02'),
    )
    const { calls } = show(LIST, many)
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Plot 0' }))
    fireEvent.click(
      await screen.findByRole('button', { name: `Select all ${many.length} that match` }),
    )
    fireEvent.click(screen.getByRole('button', { name: /^Assign/ }))
    fireEvent.click(await (await sheet()).findByRole('button', { name: 'Ravi Shah' }))
    await screen.findByText(`${many.length} properties are assigned to Ravi Shah.`)
    expect(calls.map(({ listingIds }) => listingIds.length)).toEqual([BATCH_CALL_SIZE, 5])
  })

  test('says what was left out because it is decided', async () => {
    show(LIST, LISTINGS, {
      'PUT /admin/assignments': ok({ listingIds: ['s3'], decided: ['f2'], gone: [] }),
    })
    for (const name of ['Select Corner shop', 'Select Sea-view flat'])
      fireEvent.click(await screen.findByRole('checkbox', { name }))
    fireEvent.click(await screen.findByRole('button', { name: /^Assign/ }))
    fireEvent.click(await (await sheet()).findByRole('button', { name: 'Nobody' }))
    await screen.findByText(
      '1 property is assigned to nobody. 1 was left out, because it is decided.',
    )
  })

  test.each([
    ['me', 'Assigned to: me', ['Mine']],
    ['none', 'Assigned to: nobody', ['Corner shop', 'Sea-view flat']],
    ['ravi', 'Assigned to: Ravi Shah', ['Garden villa']],
  ])('shows with the filter assigned=%s what it says', async (value, words, names) => {
    show(`${LIST}&assigned=${value}`, [...LISTINGS, posted('m', 'Mine', '01', { assignee: ME })])
    await screen.findByRole('button', { name: `Remove the filter “${words}”` })
    const boxes = await screen.findAllByRole('checkbox', { name: /^Select / })
    expect(boxes.map((box) => box.getAttribute('aria-label'))).toEqual(
      names.map((name) => `Select ${name}`),
    )
    expect(screen.getByText(new RegExp(`^${names.length} of 4 properties`))).toBeVisible()
  })

  test('a viewer sees whose listing it is, and assigns nothing', async () => {
    renderApp({
      address: `${LIST}&open=v1`,
      responses: { ...panelAnswers(LISTINGS), 'GET /admin/properties/:id/history': ok([]) },
      session: operatorAs('viewer'),
    })
    expect(await screen.findByText('Assigned to Ravi Shah')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Assign' })).toBeNull()
  })
})

describe('the details of a listing', () => {
  test('name its person, and assign it to another or to nobody', async () => {
    const { calls } = show(`${LIST}&open=v1`)
    await screen.findByText('Assigned to Ravi Shah')
    fireEvent.click(await screen.findByRole('button', { name: 'Assign' }))
    const dialog = await sheet()
    const current = await dialog.findByRole('button', { name: 'Ravi Shah' })
    expect(current).toHaveAttribute('aria-pressed', 'true')
    fireEvent.click(dialog.getByRole('button', { name: 'Nobody' }))
    expect(await screen.findByText('Assigned to nobody.')).toBeVisible()
    expect(calls).toEqual([{ listingIds: ['v1'], personId: null }])
    await waitFor(() => expect(screen.queryByText('Assigned to Ravi Shah')).toBeNull())
  })

  test('say that assigning needs the network when there is none', async () => {
    const { runtime } = show(`${LIST}&open=v1`, LISTINGS, NO_NETWORK)
    fireEvent.click(await screen.findByRole('button', { name: 'Assign' }))
    // An answer that arrives later says that there is a network.
    await waitFor(() => expect(runtime.queryClient.isFetching()).toBe(0))
    loseNetwork(runtime)
    expect(
      await (await sheet()).findByText(
        'Assigning needs the network. Try again when you are online.',
      ),
    ).toBeVisible()
  })

  test('show why a call was refused, and the same press tries it again', async () => {
    let isRefused = true
    const { calls } = show(`${LIST}&open=v1`, LISTINGS, {
      'PUT /admin/assignments': () => {
        if (!isRefused) return HttpResponse.json(ok({ listingIds: ['v1'], decided: [], gone: [] }))
        isRefused = false
        const error = 'This person does not decide about listings. Choose somebody else.'
        return HttpResponse.json({ success: false, error, code: 'cannot-decide' }, { status: 409 })
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Assign' }))
    const dialog = await sheet()
    fireEvent.click(await dialog.findByRole('button', { name: 'Me (Asha Rao)' }))
    await dialog.findByText('This person does not decide about listings. Choose somebody else.')
    fireEvent.click(dialog.getByRole('button', { name: 'Me (Asha Rao)' }))
    expect(await screen.findByText('Assigned to you.')).toBeVisible()
    expect(calls).toEqual([])
  })
})

describe('review mode', () => {
  const ASSIGNED = [...LISTINGS, posted('m', 'Mine', '20', { assignee: ME })]

  test('gives what is assigned to the reviewer first, then to nobody, and to others last, and says so', async () => {
    show(REVIEW, ASSIGNED)
    await seeReady('Mine')
    expect(screen.getAllByText('Assigned to you')[0]).toBeVisible()
    expect(
      screen.getByText(/^Listings assigned to you come first, then those assigned to nobody, then/),
    ).toBeInTheDocument()
    for (const name of ['Sea-view flat', 'Corner shop', 'Garden villa']) {
      press('j')
      await seeReady(name)
    }
  })

  test('goes on after the shown listing was assigned to somebody else, by the key', async () => {
    const { calls } = show(REVIEW, ASSIGNED)
    await seeReady('Mine')
    press('s')
    fireEvent.click(await (await sheet()).findByRole('button', { name: 'Ravi Shah' }))
    await seeReady('Sea-view flat')
    expect(calls).toEqual([{ listingIds: ['m'], personId: 'ravi' }])
    press('s')
    fireEvent.click(await (await sheet()).findByRole('button', { name: 'Me (Asha Rao)' }))
    await screen.findAllByText('Assigned to you')
    await seeReady('Sea-view flat')
  })
})

test('a failed list of people says so and can be read again', async () => {
  expectConsole('error', /Could not load deciders/)
  let isAway = true
  const refuse = refusal(500, { error: 'Something went wrong.' })
  show(`${LIST}&open=s3`, LISTINGS, {
    'GET /admin/deciders': () =>
      isAway ? refuse() : HttpResponse.json(ok([{ _id: 'ravi', name: 'Ravi Shah' }])),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Assign' }))
  const dialog = await sheet()
  const again = await dialog.findByRole('button', { name: 'Try again' })
  isAway = false
  fireEvent.click(again)
  expect(await dialog.findByRole('button', { name: 'Ravi Shah' })).toBeVisible()
})

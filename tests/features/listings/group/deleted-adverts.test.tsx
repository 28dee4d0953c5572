import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeAll, describe, expect, test } from 'vitest'
import { wordDeleted } from '#src/features/listings/group/group-words.ts'
import { setupReview } from '#tests/features/listings/review/review-page.ts'
import { panelAnswers, wireListing } from '#tests/support/panel-answers.ts'
import { operatorAs, type Responses, renderApp } from '#tests/support/render-with-sync.tsx'
import { ok } from '#tests/support/scripted-answers.ts'
import { user } from '#tests/support/user.ts'

setupReview()
beforeAll(async () => {
  await import('#src/features/listings/group/property-group.tsx')
})

const OWN = {
  id: 'a'.repeat(24),
  title: 'Sunlit flat in Baner',
  owner: { id: 'asha', name: 'Asha Rao' },
  status: 'pending' as const,
  listedAt: '2026-05-13T06:00:00.000Z',
  bhk: '2 BHK',
  area: 980,
  price: 8_000_000,
  rent: null,
  startingBid: null,
  poster: null,
}
const OLD = {
  id: 'b'.repeat(24),
  firstSeenAt: '2026-03-03T06:00:00.000Z',
  deletedAt: '2026-05-01T06:00:00.000Z',
  price: 8_500_000,
  rent: null,
  startingBid: null,
  same: ['photos' as const, 'owner' as const, 'place' as const],
  photosInCommon: 4,
}
const DATES = 'First seen 03 Mar 26, deleted 01 May 26'
const TWIN = { ...OWN, id: 'c'.repeat(24), same: ['owner'], photosInCommon: 0 }

async function show(
  group: object | (() => object),
  address = 'review=next',
  more: Responses = {},
  role = 'owner',
) {
  renderApp({
    address: `/dashboard?section=property&${address}`,
    responses: {
      ...panelAnswers([wireListing({ _id: OWN.id, propertyName: OWN.title, version: 3 })]),
      'GET /admin/properties/:id/history': ok([], { meta: { rejection: null } }),
      'GET /admin/properties/:id/posting': () =>
        HttpResponse.json(
          ok({
            content: { description: 'Two balconies.' },
            changes: [],
            group: typeof group === 'function' ? group() : group,
          }),
        ),
      ...more,
    },
    session: operatorAs(role),
  })
}

const findCard = () => screen.findByRole('region', { name: 'This property' })

test.each([
  ['review', 'review=next'],
  ['the details', `open=${OWN.id}`],
])(
  '%s says when a property was first seen and deleted, its old price and what is the same',
  async (_, address) => {
    await show({ own: OWN, others: [], deleted: [OLD], apart: [] }, address)
    const card = within(await findCard())
    expect(card.getByRole('heading')).toHaveTextContent('This property was posted before')
    expect(card.getByRole('listitem')).toHaveTextContent(
      `${DATES} at ₹85,00,000. Posted again 12 days later. This one asks for ₹5,00,000 less.The same: 4 photos, owner, place and size.`,
    )
  },
)

test('only the last deleted one of two says when the property was posted again', async () => {
  const older = {
    ...OLD,
    id: 'd'.repeat(24),
    deletedAt: '2026-04-01T06:00:00.000Z',
    price: 9_000_000,
  }
  await show({ own: OWN, others: [], deleted: [OLD, older], apart: [] })
  const items = within(await findCard()).getAllByRole('listitem')
  expect(items[0]).toHaveTextContent('Posted again 12 days later.')
  expect(items[1]).toHaveTextContent(
    'First seen 03 Mar 26, deleted 01 Apr 26 at ₹90,00,000. This one asks for ₹10,00,000 less.',
  )
})

test('a reviewer who sees another property says so, which is remembered, and takes it back', async () => {
  const calls: unknown[] = []
  const group = { own: OWN, others: [], deleted: [OLD], apart: [] }
  const { id, deletedAt } = OLD
  const apart = [{ id, title: null, deletedAt, at: '2026-05-14T06:00:00.000Z', by: 'Asha Rao' }]
  await show(
    () => (calls.length % 2 === 0 ? group : { ...group, deleted: [], apart }),
    'review=next',
    {
      'PUT /admin/duplicates': async (request: Request) => {
        calls.push(await request.json())
        return HttpResponse.json({ success: true })
      },
    },
  )
  await findCard()
  await user.press('The listing deleted 01 May 26 is not a duplicate')
  expect(
    await screen.findByText('Not a duplicate: the listing deleted 01 May 26. Asha Rao, 14 May 26'),
  ).toBeVisible()
  expect(screen.queryByText(new RegExp(DATES))).toBeNull()
  await user.press('Take back that the listing deleted 01 May 26 is not a duplicate')
  expect(await screen.findByText(new RegExp(DATES))).toBeVisible()
  const listingIds = [OWN.id, OLD.id]
  expect(calls).toEqual([
    { listingIds, areDuplicates: false },
    { listingIds, areDuplicates: true },
  ])
})

test('people who may not decide read of the deleted listing, without a button', async () => {
  await show({ own: OWN, others: [], deleted: [OLD], apart: [] }, `open=${OWN.id}`, {}, 'viewer')
  expect(within(await findCard()).queryAllByRole('button')).toEqual([])
})

test('the line is above the adverts of a property that has others too', async () => {
  await show({ own: OWN, others: [TWIN], deleted: [OLD], apart: [] })
  const card = within(await findCard())
  expect(card.getByRole('heading')).toHaveTextContent('This property: 2 adverts')
  const items = card.getAllByRole('listitem')
  expect(items).toHaveLength(3)
  expect(items[0]).toHaveTextContent(DATES)
})

test('an answer of an earlier server has no such line', async () => {
  await show({ own: OWN, others: [TWIN], apart: [] })
  expect(within(await findCard()).getAllByRole('listitem')).toHaveLength(2)
})

describe('the sentences', () => {
  test.each([
    [
      'the same price has no comparison',
      {},
      { price: 8_000_000 },
      '₹80,00,000. Posted again 12 days later.',
    ],
    [
      'a higher price',
      {},
      { price: 7_900_000 },
      '₹79,00,000. Posted again 12 days later. This one asks for ₹1,00,000 more.',
    ],
    [
      'a rent',
      { price: null, rent: 32_000 },
      { price: null, rent: 34_500 },
      '₹34,500 a month. Posted again 12 days later. This one asks for ₹2,500 a month less.',
    ],
    [
      'a price and a bid are not compared',
      {},
      { price: null, startingBid: 8_500_000 },
      '₹85,00,000. Posted again 12 days later.',
    ],
    [
      'the same day in India, though not in UTC',
      { listedAt: '2026-05-01T18:00:00.000Z' },
      { deletedAt: '2026-04-30T19:00:00.000Z', price: 8_000_000 },
      '₹80,00,000. Posted again on the same day.',
    ],
    [
      'the next day in India, two hours later',
      { listedAt: '2026-05-01T19:00:00.000Z' },
      { deletedAt: '2026-05-01T17:00:00.000Z', price: 8_000_000 },
      '₹80,00,000. Posted again 1 day later.',
    ],
    [
      'a listing that was there before the other one was deleted',
      { listedAt: '2026-04-20T06:00:00.000Z' },
      { price: 8_000_000 },
      '₹80,00,000.',
    ],
  ])('%s', (_, own, old, sentence) => {
    expect(wordDeleted({ ...OWN, ...own }, { ...OLD, ...old }, true)).toBe(
      `${DATES} at ${sentence}`,
    )
  })
})

import type { Page } from 'playwright-core'
import { EMPTY_DRAFT } from '#src/domain/posting/posting-draft.ts'

const ID = (n: number) => `68b1f0a2c4d5e6f708192a3${n}`

/** Answers for each listing with two other adverts of its property, one that was deleted, and one that is none of it. */
export function haveGroups(page: Page): Promise<unknown> {
  const own = {
    id: ID(1),
    title: 'Two bedrooms near the market of Baner',
    owner: { id: ID(7), name: 'Asha Rao' },
    status: 'pending',
    listedAt: '2026-06-20T08:31:00.000Z',
    bhk: '2 BHK',
    area: 980,
    price: null,
    rent: 32_000,
    startingBid: null,
    poster: null,
  }
  const others = [
    {
      ...own,
      id: ID(2),
      title: 'Bright flat near the market, Baner',
      owner: { id: ID(8), name: 'Ravi Shah Properties and Sons' },
      status: 'approved',
      listedAt: '2026-05-02T10:00:00.000Z',
      rent: 31_500,
      same: ['photos', 'phone', 'place', 'price'],
      photosInCommon: 4,
    },
    { ...own, id: ID(3), area: 985, same: ['photos', 'owner', 'price'], photosInCommon: 6 },
  ]
  const deleted = [
    {
      id: ID(5),
      firstSeenAt: '2026-03-03T09:00:00.000Z',
      deletedAt: '2026-06-08T10:00:00.000Z',
      price: null,
      rent: 34_500,
      startingBid: null,
      same: ['photos', 'owner', 'place', 'text'],
      photosInCommon: 5,
    },
  ]
  const apart = [
    { id: ID(4), title: 'Corner flat', at: '2026-06-21T09:00:00.000Z', by: 'Meena Iyer' },
    {
      id: ID(6),
      title: null,
      deletedAt: '2026-04-09T10:00:00.000Z',
      at: '2026-06-21T09:05:00.000Z',
      by: 'Meena Iyer',
    },
  ]
  const content = { ...EMPTY_DRAFT, title: own.title, description: 'Two balconies and parking.' }
  return page.route('**/api/admin/properties/*/posting', (route) => {
    const [, id] = /properties\/(\w+)\/posting/.exec(route.request().url()) ?? []
    const group = { own: { ...own, id }, others, deleted, apart }
    const data = { content, changes: [], checks: [], group }
    return route.fulfill({ status: 200, json: { success: true, data } })
  })
}

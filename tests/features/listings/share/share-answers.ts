import { wireListing } from '#tests/support/panel-answers.ts'
import { ok } from '#tests/support/scripted-answers.ts'

// A server with more listings than a device holds: the device's share, and pages of the others.

export const LIST = 'GET /admin/properties'
export const ONE = 'GET /admin/properties/:id'
export const ADDRESS = '/dashboard?section=property'
export const CORNER = wireListing({
  _id: 'a2',
  propertyName: 'Corner plot',
  saleType: 'Rent',
  version: 1,
})
export const HELD = [
  wireListing({ _id: 'a1', propertyName: 'Sea-view flat', saleType: 'Sell', version: 1 }),
  CORNER,
  wireListing({
    _id: 'a3',
    propertyName: 'Main-road shop',
    saleType: 'Sell',
    status: 'approved',
    version: 2,
  }),
]
export const OUTSIDE = wireListing({
  _id: 'z9',
  propertyName: 'Hill bungalow',
  status: 'rejected',
  version: 4,
  createdAt: '2020-01-01T00:00:00.000Z',
})
export const MARKET = [
  { status: 'pending', tab: 'sell', listings: 1 },
  { status: 'pending', tab: 'rent', listings: 1 },
  { status: 'approved', tab: 'sell', listings: 700_001 },
  { status: 'approved', tab: null, listings: 99_997 },
  { status: 'rejected', tab: 'auction', listings: 200_000 },
]
export const share = (partOf: object[] = MARKET, data: object[] = HELD, cursor = 'e-1') =>
  ok(data, { meta: { cursor, total: data.length, partOf } })

export const pageOf = (
  data: object[],
  nextCursor: string | null = null,
  total: number | null = null,
) => ok(data, { meta: { nextCursor, total } })

/** The changes since an earlier cursor. */
export const delta = (cursor: string, data: object[], removed: string[]) =>
  ok(data, { removed, meta: { cursor, partOf: MARKET } })

/** Pages by their query, without `limit`. */
export type Pages = Record<string, object | (() => Response | Promise<Response>)>

/** Answers the read of the share with it, and each page by its query. */
export function listAnswers(pages: Pages, whole: object = share()) {
  const asked: string[] = []
  function respond({ url }: Request) {
    const query = new URL(url).searchParams
    query.delete('limit')
    asked.push(`${query}`)
    if (query.has('share')) return Response.json(whole)
    const page = pages[`${query}`] ?? pageOf(HELD)
    return typeof page === 'function' ? page() : Response.json(page)
  }
  return { asked, respond }
}

export const SENTENCE =
  '3 of 10,00,000 listings are on this device: all that are pending, and the latest. The others need a network.'

/** The sentence goes on with what comes from the server. */
export const PART = { exact: false }

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PostingDraft } from '#src/domain/posting/posting-draft.ts'
import { STAFF_ROLES, type StaffRole } from '#src/domain/team/permission.ts'
import { call } from '#tests/server/api-call.ts'
import { FLAT } from '#tests/server/listings/content/posting-calls.ts'
import { signInSeller } from '#tests/server/listings/content/posting-server.ts'
import { makeJpeg, makeSmallerCopy } from '#tests/server/listings/uploads/made-photos.ts'
import { makeVideo } from '#tests/server/listings/uploads/made-videos.ts'
import { idOf, makeListing, makeMarket, makeUser } from '#tests/server/market-data.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'

// Asha, Ravi and Bina are sellers. Bina has Asha's phone number. Twelve flats in Pune have a rent of
// 32,000 rupees a month.

const ASHA_PHONE = '+91 98765 11111'
const RAVI_PHONE = '+91 98765 22222'
/** A listing that its owner did not write in this app. It has no title, and its owner has no name. */
const NAMELESS = idOf(50)

interface Check {
  code: string
  sentence: string
  field: string
  listing: { id: string; title: string | null } | null
}

let server: TestServer
type Seller = Awaited<ReturnType<typeof signInSeller>>
let asha: Seller
let ravi: Seller
let bina: Seller
let made = 0
const tokens = new Map<StaffRole, string>()

beforeAll(async () => {
  const users = [
    makeUser({ id: idOf(1), email: 'asha@example.in', phoneNumber: ASHA_PHONE }),
    makeUser({
      id: idOf(2),
      email: 'ravi@example.in',
      phoneNumber: RAVI_PHONE,
      fullName: 'Ravi Shah',
    }),
    makeUser({ id: idOf(3), email: 'bina@example.in', phoneNumber: ASHA_PHONE }),
    makeUser({ id: idOf(4), email: 'nobody@example.in', fullName: '' }),
  ]
  const rented = { saleType: 'Rent', rentPaise: 32_000_00, status: 'approved' } as const
  const let12 = Array.from({ length: 12 }, (_, number) =>
    makeListing(100 + number, { ownerId: idOf(4), ...rented }),
  )
  const nameless = makeListing(50, { ownerId: idOf(4), name: null, city: 'Nashik' })
  server = await startTestServer({
    seed: makeMarket({ users, listings: [...let12, nameless] }),
  })
  for (const role of STAFF_ROLES) tokens.set(role, await server.signInAs(role))
  asha = await signInSeller(server, 'asha@example.in')
  ravi = await signInSeller(server, 'ravi@example.in')
  bina = await signInSeller(server, 'bina@example.in')
})
afterAll(() => server.close())

/** Submits FLAT with a change and with photos or videos. Its locality is unique unless the change sets one. */
async function post(by: Seller, change: Partial<PostingDraft> = {}, files: readonly Buffer[] = []) {
  made += 1
  const id = `${made}`.padStart(24, 'c')
  const media: string[] = []
  for (const file of files) media.push(await by.uploads.addMedia(file, id))
  const answer = await by.submit(id, { ...FLAT, locality: `Lane ${made}`, media, ...change })
  if (answer.status !== 200) throw new Error(answer.text)
  return id
}

async function checksOf(id: string, role: StaffRole = 'reviewer'): Promise<Check[]> {
  const token = tokens.get(role) ?? ''
  const { json } = await call(server, 'GET', `/api/admin/properties/${id}/posting`, { token })
  return json['data']?.['checks'] as unknown as Check[]
}

const codesOf = async (id: string, role?: StaffRole) =>
  (await checksOf(id, role)).map(({ code }) => code)

test('the checks report nothing about an ordinary submission', async () => {
  expect(await checksOf(await post(ravi))).toEqual([])
})

test('a listing that its owner did not write in this app is checked by the fields that it has', async () => {
  expect(await checksOf(NAMELESS)).toEqual([
    { code: 'no-title', field: 'title', sentence: 'The listing has no title.', listing: null },
    {
      code: 'no-owner',
      field: 'owner',
      sentence: 'The owner of the listing has no name.',
      listing: null,
    },
  ])
})

test('a rent far from the median of the same city, kind and sale type is reported with that median', async () => {
  const sentence =
    'The rent of ₹98,000 a month is 3.1 times ₹32,000, the median of 12 apartments in Pune.'
  expect(await checksOf(await post(ravi, { rent: 98_000 }))).toMatchObject([
    { code: 'unusual-price', field: 'rent', sentence, listing: null },
  ])
  for (const change of [{ city: 'Nashik' }, { kind: 'villa' as const }, { rent: 90_000 }])
    expect(await codesOf(await post(ravi, { rent: 98_000, ...change }))).toEqual([])
})

test('a rent is not compared with the rents of pending and sold listings', async () => {
  const rent = 5_000_000
  const waiting: string[] = []
  for (let count = 0; count < 11; count += 1)
    waiting.push(await post(ravi, { city: 'Surat', kind: 'shop', bhk: null, rent }))
  const odd = { city: 'Surat', kind: 'shop', bhk: null, rent: 5_000 } as const
  expect(await codesOf(await post(ravi, odd))).toEqual([])
  const token = await server.signIn()
  for (const id of waiting)
    await call(server, 'PATCH', `/api/admin/properties/${id}/status`, {
      token,
      body: { status: 'approved' },
    })
  const id = await post(ravi, odd)
  expect(await codesOf(id)).toEqual(['unusual-price'])
  for (const sold of waiting.slice(0, 2)) await ravi.act(sold, 'sold')
  expect(await codesOf(id)).toEqual([])
})

test('a phone number and an e-mail address in the text are reported', async () => {
  const title = 'Flat, call 99999-88888'
  const description = 'Second floor, two balconies. Write to me at flats@example.in.'
  const checks = await checksOf(await post(ravi, { title, description }))
  expect(checks.map(({ sentence }) => sentence)).toEqual([
    'The title has a phone number: 99999-88888',
    'The description has an e-mail address: flats@example.in',
  ])
})

test('a phone number is reported as locality, city, price or starting bid, and a round price is not', async () => {
  const sale = { deal: 'sell', rent: null } as const
  const code = 'phone-in-text'
  const sentencesOf = async (change: Partial<PostingDraft>) =>
    (await checksOf(await post(ravi, change)))
      .filter((check) => check.code === code)
      .map(({ field, sentence }) => ({ code, field, sentence }))
  expect(await sentencesOf({ locality: 'Baner, 98765,43210' })).toEqual([
    { code, field: 'locality', sentence: 'The locality has a phone number: 98765,43210' },
  ])
  expect(await sentencesOf({ city: 'Pune ௯௮௭௬௫௪௩௨௧௦' })).toEqual([
    { code, field: 'city', sentence: 'The city has a phone number: 9876543210' },
  ])
  expect(await sentencesOf({ ...sale, price: 9_876_543_210 })).toEqual([
    { code, field: 'price', sentence: 'The price may be a phone number: 9876543210' },
  ])
  expect(await sentencesOf({ ...sale, price: 9_876_540_000 })).toEqual([])
  const auctionEndsAt = new Date(server.clock.now().getTime() + 7 * 86_400_000).toISOString()
  const auction = { deal: 'auction', rent: null, auctionEndsAt } as const
  expect(await sentencesOf({ ...auction, startingBid: 9_876_543_210 })).toEqual([
    { code, field: 'startingBid', sentence: 'The starting bid may be a phone number: 9876543210' },
  ])
})

test("photos and a video that another owner's listing also has are reported, with that listing", async () => {
  const photo = await makeJpeg({ seed: 3 })
  const copy = await makeSmallerCopy(photo)
  const film = makeVideo()
  const first = await post(asha, {}, [photo, await makeJpeg({ seed: 5 }), film])
  // Another size, so that the two are not of one property.
  const second = await post(ravi, { area: 600 }, [await makeJpeg({ seed: 7 }), copy, film])
  const listing = (id: string) => ({ id, title: FLAT.title })
  expect(await checksOf(second, 'viewer')).toEqual([
    {
      code: 'same-photo',
      field: 'media',
      sentence: 'Photo 2 is also in a listing of another owner.',
      listing: listing(first),
    },
    {
      code: 'same-video',
      field: 'media',
      sentence: 'The video is also in a listing of another owner.',
      listing: listing(first),
    },
  ])
  expect(await codesOf(first, 'viewer')).toEqual(['same-photo', 'same-video'])
  // Withdrawn listings are not compared, and an owner's own listings may share photos.
  await asha.act(first, 'withdraw')
  expect(await codesOf(second, 'viewer')).toEqual([])
  await post(ravi, {}, [copy])
  expect(await codesOf(second, 'viewer')).toEqual([])
})

test('a listing of another owner with the same locality, kind and size is reported', async () => {
  const place = { locality: 'Koregaon Park', title: 'Corner flat' }
  const first = await post(ravi, place)
  expect(
    await checksOf(await post(asha, { ...place, locality: 'koregaon-park' }), 'viewer'),
  ).toEqual([
    {
      code: 'same-place',
      field: 'locality',
      sentence: 'Another owner has a listing with the same locality, kind and size.',
      listing: { id: first, title: 'Corner flat' },
    },
  ])
  expect(await codesOf(await post(asha, { ...place, area: 500 }), 'viewer')).toEqual([])
})

describe('a phone number of two owners', () => {
  const text = `Second floor, two balconies. Call ${RAVI_PHONE.replaceAll(' ', '')}.`
  let ofAsha: string
  beforeAll(async () => {
    ofAsha = await post(asha, { description: text })
    await post(bina)
  })

  test.each(STAFF_ROLES.filter((role) => role !== 'loans'))(
    'is reported to the role %s only if this role may see phone numbers',
    async (role) => {
      const checks = (await checksOf(ofAsha, role)).filter(({ code }) => code === 'same-phone')
      if (role === 'viewer') return expect(checks).toEqual([])
      const said = checks.map(({ field, sentence }) => `${field}: ${sentence}`)
      expect(new Set(said)).toEqual(
        new Set([
          'owner: Another owner has the same phone number.',
          'description: The phone number in the description is that of another owner.',
        ]),
      )
      for (const { listing } of checks) expect(listing?.id).toMatch(/^[0-9a-f]{24}$/)
    },
  )
})

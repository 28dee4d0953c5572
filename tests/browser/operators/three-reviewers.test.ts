// @module-tag long
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { deviceTest } from '#tests/browser/pages/market-test.ts'
import { listAuditRows } from '#tests/browser/pages/marketplace.ts'
import {
  comeBackOnline,
  installWorker,
  killSignedIn,
  signIn,
  waitForStatus,
} from '#tests/browser/pages/panel-page.ts'
import { listOutbox } from '#tests/browser/pages/review-mode.ts'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { DESKTOP, openPage, PHONE } from '#tests/support/browser/device.ts'
import { startLoopbackProxy } from '#tests/support/network/loopback-proxy.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'

// Three reviewers share a hundred listings. One takes 25 along, loses the network for three hours of the server's clock, and
// has their browser killed twice.

const STORY_MS = 600_000 // a hundred decisions and three starts of a browser, while other tests run
const LISTINGS = 100
const TAKEN = 25
const HOUR_MS = 3_600_000
const PATIENCE_MS = 5_000
const LIST = '/dashboard?section=property'

const test = deviceTest
  .extend('readsAhead', () => true)
  .extend('server', async ({ distDir }, { onCleanup }) => {
    const listings = Array.from({ length: LISTINGS }, (_, place) => makeListing(place + 1_000))
    const server = await startTestServer({
      isClockRunning: true,
      distDir,
      seed: makeMarket({ listings }),
    })
    onCleanup(server.close)
    return server
  })
  /** The address of the server itself, for the two who stay. */
  .extend('address', ({ server }) => server.listen())
  .extend('network', async ({ address }, { onCleanup }) => {
    const network = await startLoopbackProxy(Number(new URL(address).port))
    onCleanup(network.close)
    return network
  })

/**
 * Accepts listings by keys until none is left, or `most` are, and skips those about which `mayDecide` says no. Returns the ids
 * of those that were decided.
 */
async function acceptByKeys(
  page: Page,
  most: number,
  mayDecide: (id: string) => Promise<boolean> = async () => true,
): Promise<string[]> {
  const ids: string[] = []
  let before: string | undefined
  while (ids.length < most) {
    const id = await findNext(page, before)
    if (id === null) return ids
    const isMine = await mayDecide(id)
    // The review may have passed it over meanwhile.
    if ((await findNext(page, before)) !== id) continue
    before = id
    // A key that comes before the page listens is pressed again, as by a person.
    do await page.keyboard.press(isMine ? 'a' : 'j')
    while (!(await hasLeft(page, id)))
    if (isMine) ids.push(id)
  }
  return ids
}

/**
 * The id of the listing under review after `before`; null at the end. Read at one moment: a colleague may take the last
 * listing between two looks.
 */
async function findNext(page: Page, before: string | undefined): Promise<string | null> {
  const found = await page.waitForFunction((last) => {
    const card = document.querySelector<HTMLElement>('.review[data-state=ready] .review-card')
    const id = card?.dataset['listing']
    if (id && id !== last) return { id }
    return document.querySelector('.review-end') ? { id: null } : undefined
  }, before)
  return (await found.jsonValue())?.id ?? null
}

/** Whether the review leaves the listing within the time in which a person would press again. */
function hasLeft(page: Page, id: string): Promise<boolean> {
  const isGone = (last: string) => {
    const card = document.querySelector<HTMLElement>('.review[data-state=ready] .review-card')
    return card?.dataset['listing'] !== last
  }
  return page.waitForFunction(isGone, id, { timeout: PATIENCE_MS }).then(
    () => true,
    () => false,
  )
}

/** Waits until the listing is claimed, as a person is slower than that. Returns whether the person has it, undecided. */
async function isClaimedBy({ db }: TestServer, personId: string, id: string): Promise<boolean> {
  const find = () =>
    db
      .selectFrom('listings')
      .leftJoin('claims', 'claims.listing_id', 'listings.id')
      .where('listings.id', '=', id)
      .select(['claims.person_id as personId', 'listings.status'])
      .executeTakeFirstOrThrow()
  await expect
    .poll(async () => {
      const { personId: holder, status } = await find()
      return holder !== null || status !== 'pending'
    })
    .toBe(true)
  const found = await find()
  return found.personId === personId && found.status === 'pending'
}

/** Records each claim that goes on to another person: when the one before ended, and when it began. */
async function watchClaims({ db }: TestServer): Promise<void> {
  await sql`create table claim_moves (listing_id text, ended text, began text)`.execute(db)
  await sql`create trigger claim_moved after update on claims when old.person_id <> new.person_id
    begin insert into claim_moves values (new.listing_id, old.expires_at, new.claimed_at); end`.execute(
    db,
  )
}

async function listMoves({ db }: TestServer) {
  const { rows } = await sql<{
    ended: string
    began: string
  }>`select ended, began from claim_moves`.execute(db)
  return rows
}

async function countPending({ db }: TestServer): Promise<number> {
  const rows = await db
    .selectFrom('listings')
    .select('id')
    .where('status', '=', 'pending')
    .execute()
  return rows.length
}

test('three reviewers decide a hundred listings, each exactly once, and none is opened by two', {
  timeout: STORY_MS,
}, async ({ page, device, newContext, url, network, address, server }) => {
  await watchClaims(server)
  await server.signInAs('reviewer')
  await server.signInAs('owner')
  await signIn(page, url, server.operator)
  await installWorker(page)
  await page.reload()
  await page.goto(`${url}${LIST}`)
  await page.getByRole('button', { name: 'Take with me' }).click()
  const sheet = page.getByRole('dialog', { name: 'Take listings with me' })
  await sheet.getByText(String(TAKEN), { exact: true }).click()
  await sheet.getByRole('button', { name: `Take ${TAKEN} with me` }).click()
  await sheet.getByText(/^(Details|Everything) .*for 25 listings saved at/).waitFor()
  const batch = await server.db
    .selectFrom('claims')
    .select('listing_id')
    .where('batch_id', 'is not', null)
    .execute()
  const taken = batch.map(({ listing_id }) => listing_id).sort()
  expect(taken).toHaveLength(TAKEN)

  await network.cut()
  await sheet.getByRole('button', { name: `Review my ${TAKEN}` }).click()
  const onTheRoad = decideWithKills()
  const desks = await Promise.all(
    (['reviewer', 'owner'] as const).map(async (role) => {
      const { page: desk } = await openPage(await newContext(), DESKTOP, { readsAhead: true })
      await signIn(desk, address, {
        email: `${role}@team.example`,
        password: server.password,
      })
      const personId = await server.findAccountId(`${role}@team.example`)
      const review = async () => {
        await desk.goto(`${address}${LIST}&review=next`)
        return acceptByKeys(desk, LISTINGS, (id) => isClaimedBy(server, personId, id))
      }
      await review()
      return { review }
    }),
  )
  // What both had passed over, because the other one had it for a moment.
  while ((await countPending(server)) > TAKEN) await desks[0]?.review()
  const road = await onTheRoad
  expect(road.ids.sort()).toEqual(taken)
  server.clock.advance(3 * HOUR_MS)
  await comeBackOnline(network, road.page)
  await waitForStatus(road.page, 'Online')

  const decided = (await listAuditRows(server)).filter(({ action }) => action === 'status')
  const all = Array.from({ length: LISTINGS }, (_, place) => idOf(place + 1_000)).sort()
  expect(decided.map(({ entity_id }) => entity_id).sort()).toEqual(all)
  // Nobody opened a listing while another person had it.
  const moves = await listMoves(server)
  expect(moves.filter(({ ended, began }) => ended > began)).toEqual([])
  const claimed = await server.db
    .selectFrom('listing_changes')
    .select('listing_id')
    .where('first_claimed_at', 'is not', null)
    .execute()
  expect(claimed).toHaveLength(LISTINGS)

  async function decideWithKills() {
    const ids = await acceptByKeys(page, 8)
    let last = page
    for (const more of [8, TAKEN]) {
      await expect.poll(async () => (await listOutbox(last)).length).toBe(ids.length)
      await killSignedIn(device, last)
      last = (await openPage(await device.start(), PHONE, { readsAhead: true })).page
      await last.goto(`${url}${LIST}`)
      await last.getByRole('link', { name: `Review my ${TAKEN - ids.length}` }).click()
      ids.push(...(await acceptByKeys(last, more)))
    }
    await expect.poll(async () => (await listOutbox(last)).length).toBe(TAKEN)
    return { ids, page: last }
  }
})

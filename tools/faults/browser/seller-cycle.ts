import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { DemoRandom } from '#server/demo/demo-random.ts'
import { openEventsAs } from '#tests/browser/pages/account-page.ts'
import { readDeviceStorage } from '#tests/browser/pages/panel-page.ts'
import type { Chromium } from '#tests/support/browser/chromium.ts'
import { createDevice, type Device } from '#tests/support/browser/device.ts'
import { postListing } from './hurried-seller.ts'
import type { PlotMarket } from './market-of-plots.ts'
import { judgePostings, type PostedListing, type Submission } from './posting-model.ts'

// The device of a seller in the campaign of kills: each cycle posts a listing with photos and kills the browser meanwhile, or
// while it starts and sends what is left.

const LONGEST_MOMENT_MS = 2_500 // from the press of "Submit" to the kill: the text and two photos are sent within a second or two
const LONGEST_REPLAY_MS = 2_000 // from a start to its kill; sending begins after about a second
const DOUBLE_KILLS = 0.4
const MOST_LISTINGS = 45 // the server takes 50 listings and 100 uploads a day of one person
const DRAIN_MS = 90_000 // as for decisions
const LOOK_MS = 500
const READY = 'You can write listings without a network on this device.'

export interface SellerDevice {
  device: Device
  market: PlotMarket
  submissions: Submission[]
  kills: number
}

/** Signs the seller in, and waits until the device can write listings without a network. */
export async function openSellerDevice(
  market: PlotMarket,
  chromium: Chromium,
): Promise<SellerDevice> {
  const device = await createDevice(chromium)
  const context = await device.start()
  const page = await context.newPage()
  await openEventsAs(page, market.network.url, market.server.demoUser)
  await page.getByRole('link', { name: 'Your listings' }).click()
  await page.getByText(READY).waitFor()
  await device.stop()
  return { device, market, submissions: [], kills: 0 }
}

export async function playSellerCycle(seller: SellerDevice, random: DemoRandom): Promise<void> {
  if (seller.submissions.length < MOST_LISTINGS) await postAndDie(seller, random)
  if (random.chance(DOUBLE_KILLS)) await startAndDie(seller, random)
}

async function postAndDie(seller: SellerDevice, random: DemoRandom): Promise<void> {
  const { device, submissions } = seller
  const page = await openListings(seller)
  const lifeMs = random.whole(0, LONGEST_MOMENT_MS)
  const title = `Flat ${String(submissions.length + 1).padStart(4, '0')}`
  let isKilled = false
  await new Promise<void>((resolve, reject) => {
    const asked = () => setTimeout(resolve, lifeMs)
    postListing(page, { random, title, submissions, asked }).catch((error) => {
      // After the kill, the pending Playwright call rejects, as expected.
      if (!isKilled) reject(error)
    })
  })
  isKilled = true
  await device.kill()
  seller.kills += 1
}

async function startAndDie(seller: SellerDevice, random: DemoRandom): Promise<void> {
  await openListings(seller)
  await wait(random.whole(0, LONGEST_REPLAY_MS))
  await seller.device.kill()
  seller.kills += 1
}

async function openListings({ device, market }: SellerDevice): Promise<Page> {
  const context = await device.start()
  const [page = await context.newPage()] = context.pages()
  await page.goto(`${market.network.url}/account/listings`, { waitUntil: 'commit' })
  return page
}

/** Opens the browser once more and waits until nothing of the seller's is left on it. The network must be whole. */
export async function endSellerDevice(seller: SellerDevice) {
  const page = await openListings(seller)
  const since = Date.now()
  let left = await listLeft(page)
  while (left.length > 0 && Date.now() - since < DRAIN_MS) {
    await wait(LOOK_MS)
    left = await listLeft(page)
  }
  const posted = await listPosted(seller)
  const { submissions, kills } = seller
  return {
    asked: submissions.length,
    saved: submissions.filter(({ isSaved }) => isSaved).length,
    posted: posted.filter(({ submittedPhotos }) => submittedPhotos !== null).length,
    kills,
    /** What was still on the device at the end. */
    left,
    drainMs: Date.now() - since,
    findings: judgePostings(submissions, posted, new Set(left.flatMap(titleOf))),
  }
}

/** The listings and files that wait on the device. */
async function listLeft(page: Page): Promise<string[]> {
  const { databases } = await readDeviceStorage(page)
  const { listings = [], queued = [] } = databases['uploads'] ?? {}
  return [...listings, ...queued].map((row) => JSON.stringify(row))
}

/** The title of a listing that waits, or none for a file. */
function titleOf(row: string): string[] {
  const { typed } = JSON.parse(row) as { typed?: { title: string } } // a row of the device's database
  return typed ? [typed.title] : []
}

async function listPosted({ market: { server } }: SellerDevice): Promise<PostedListing[]> {
  const rows = await server.db
    .selectFrom('postings')
    .select(['body', 'submitted'])
    .where('owner_id', '=', server.demoUser.id)
    .execute()
  return rows.map(({ body, submitted }) => {
    const { title } = JSON.parse(body) as { title: string | null } // a draft of the API
    const media = submitted === null ? null : (JSON.parse(submitted) as { media: string[] }).media
    return { title, submittedPhotos: media?.length ?? null }
  })
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { APP_CHUNK_BYTES } from '#src/domain/media/media-limits.ts'
import { getListingNamed } from '#tests/browser/pages/marketplace.ts'
import { signIn, withoutNetworkNoise } from '#tests/browser/pages/panel-page.ts'
import { choosePaths, next } from '#tests/browser/pages/posting-wizard.ts'
import { giveReason } from '#tests/browser/pages/reason-sheet.ts'
import { takePhoto } from '#tests/browser/pages/recorded-photo.ts'
import { runMessages } from '#tests/server/notices/messages/message-runs.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'
import { watchMachine, writeReport } from '#tools/bench/bench-report.ts'
import { countRepeated, sumSizes } from './counted-way.ts'
import { type IntakeStage, intakeTest as test } from './intake-stage.ts'
import { writePostingTable } from './posting-report.ts'
import {
  INTERRUPTED,
  INTERRUPTIONS,
  postSlowly,
  type StorySize,
  submit,
  TITLE,
  takeOriginals,
} from './slow-posting.ts'

// A listing from the camera to its approval, on a phone whose slow 4G connection is cut twice.

const MESSAGE_MS = 60_000 // the server sends the e-mail about a decision this long after the decision
const NOTE = 'The kitchen is missing.'
const LEAST_SAVING = 4 // the originals must be more than this many times as large as the uploads
const MEDIA_STEP = 'Photos and video'

/** The smaller size is first, because its test takes only two minutes. */
const SIZES: (StorySize & { isRecorded: boolean })[] = [
  { photos: 3, seconds: 10, isRecorded: false },
  { photos: 12, seconds: 60, isRecorded: true },
]

test.for(SIZES)(
  '$photos photos and $seconds s of video arrive despite three interruptions, and at most three chunks arrive twice',
  async (size, { stage }) => {
    const { server, way, device } = stage
    const describeMachine = watchMachine()
    const first = await device.start()
    const originals = await takeOriginals(stage, first, size)
    const { page, noise, ms } = await postSlowly(stage, first, originals)
    expect(way.uploads).toHaveLength(size.photos + 1)
    const repeated = way.uploads.map(countRepeated)
    expect(repeated.filter((bytes) => bytes < 0)).toEqual([])
    expect(repeated.filter((bytes) => bytes > 0).length).toBeLessThanOrEqual(INTERRUPTED)
    const twice = repeated.reduce((sum, bytes) => sum + bytes, 0)
    expect(twice).toBeLessThanOrEqual(INTERRUPTIONS * APP_CHUNK_BYTES)
    const original = originals.photoBytes + originals.videoBytes
    expect(sumSizes(way.uploads)).toBeLessThan(original / LEAST_SAVING)
    const table = writePostingTable({ size, originals, uploads: way.uploads, ms })
    console.info(table)

    const { id } = await getListingNamed(server, TITLE)
    const desk = await openDesk(stage, page.context(), id)
    await seePhotos(desk, size.photos)
    await desk.getByRole('button', { name: 'Reject' }).click()
    await desk.locator('.toast').getByRole('button', { name: 'Add reason' }).click()
    await giveReason(desk, NOTE)
    await expect.poll(() => countReasons(stage, id)).toBe(1)

    await page.goto(await readMailedLink(stage))
    await page.getByText(`“${NOTE}”`).waitFor()
    await correct(stage, page)
    await desk.goto(reviewAddress(stage, id))
    await seePhotos(desk, size.photos + 1)
    await desk.getByRole('button', { name: 'Accept' }).click()
    await expect.poll(async () => (await getListingNamed(server, TITLE)).status).toBe('approved')
    await page.reload()
    const card = page.getByRole('listitem').filter({ hasText: TITLE })
    await card.getByText('Live', { exact: true }).waitFor()
    expect(withoutNetworkNoise(noise)).toEqual([])
    if (!size.isRecorded) return
    const machine = describeMachine(`Chromium ${first.browser()?.version()}`)
    writeReport(
      'bench-intake',
      { command: 'npm run faults -- intake', detail: 'runs of each: 1', machine },
      table,
    )
  },
)

/** The review's URL has another origin than the owner's page, so that the operator has a separate session. */
function reviewAddress({ line }: IntakeStage, id: string): string {
  const origin = line.url.replace('127.0.0.1', 'localhost')
  return `${origin}/dashboard?section=property&review=${id}`
}

async function openDesk(stage: IntakeStage, context: BrowserContext, id: string) {
  const { page } = await openPage(context, PHONE)
  await signIn(page, new URL(reviewAddress(stage, id)).origin, stage.server.operator)
  await page.goto(reviewAddress(stage, id))
  return page
}

/** Waits until the review lists this many photos and the first is decoded. New photos stand before them once more. */
async function seePhotos(desk: Page, count: number): Promise<void> {
  await desk.locator('.review[data-state="ready"]').waitFor()
  const list = desk.getByRole('list', { name: 'Photos' })
  const photos = list.getByRole('img', { name: new RegExp(`photo \\d+ of ${count}$`, 'i') })
  await expect.poll(() => photos.count()).toBe(count)
  await expect
    .poll(() => photos.first().evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBe(320)
}

async function countReasons({ server: { db } }: IntakeStage, id: string): Promise<number> {
  const reasons = await db
    .selectFrom('listing_reasons')
    .select('code')
    .where('listing_id', '=', id)
    .execute()
  return reasons.length
}

/** Returns the link of the e-mail about the decision. Its host is replaced by that of the slow network's proxy. */
async function readMailedLink({ server, line }: IntakeStage): Promise<string> {
  server.clock.advance(MESSAGE_MS)
  await runMessages(server)
  const mail = server.getInbox().mails.find(({ to }) => to.includes(server.demoUser.email))
  expect(mail?.text).toContain(NOTE)
  const link = mail?.text.match(/https:\S+/)?.[0] ?? ''
  return link.replace(server.publicUrl, line.url)
}

/** Adds a photo of the kitchen and submits the listing again. */
async function correct({ folder }: IntakeStage, page: Page): Promise<void> {
  // The form opens at the step that the reason is about.
  await page.getByRole('heading', { name: MEDIA_STEP }).waitFor()
  const kitchen = join(folder, 'KITCHEN.jpg')
  await writeFile(kitchen, await takePhoto(page.context(), 99))
  const photos = page.getByRole('img', { name: /^Photo \d+$/ })
  const before = await photos.count()
  await choosePaths(page, 'Choose photos', [kitchen])
  await page.getByRole('img', { name: `Photo ${before + 1}`, exact: true }).waitFor()
  await next(page)
  await submit(page)
}

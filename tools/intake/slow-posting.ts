import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openEventsAs } from '#tests/browser/pages/account-page.ts'
import { comeBackOnline } from '#tests/browser/pages/panel-page.ts'
import { choosePaths, describeFlat, next } from '#tests/browser/pages/posting-wizard.ts'
import { takePhoto } from '#tests/browser/pages/recorded-photo.ts'
import { recordVideo } from '#tests/browser/pages/recorded-video.ts'
import { openPage, PHONE } from '#tests/support/browser/device.ts'
import { type CountedUpload, countArrived, isVideo } from './counted-way.ts'
import type { IntakeStage } from './intake-stage.ts'

// An owner posts photos and a video from a phone whose network breaks twice and whose browser is closed once.

export const TITLE = 'Sunlit 2 BHK in Baner'
/** The network is cut twice, and the browser is closed once. */
export const INTERRUPTIONS = 3
/** The number of files whose upload is interrupted: one photo and the video. */
export const INTERRUPTED = 2
const PATIENCE_MS = 900_000 // for encoding a minute of video without a GPU, and then sending 20 MB at 750 kbit/s
/** Phones record video like this by default. */
const RECORDING = { width: 1920, height: 1080, framesPerSecond: 30, bitrate: 16_000_000 }
const VIDEO_NAME = 'VID_1.mp4'

export interface StorySize {
  photos: number
  /** The length of the video. */
  seconds: number
}

/** Paths of the files as the camera wrote them, and their sizes. */
export interface Originals {
  photos: string[]
  video: string
  photoBytes: number
  videoBytes: number
}

export interface Posting {
  page: Page
  noise: string[]
  /** Time from the choice of the photos until the listing is in review. */
  ms: number
}

export async function takeOriginals(
  { folder }: IntakeStage,
  context: BrowserContext,
  { photos, seconds }: StorySize,
): Promise<Originals> {
  const taken: string[] = []
  let photoBytes = 0
  for (let seed = 1; seed <= photos; seed += 1) {
    const path = join(folder, `IMG_${seed}.jpg`)
    const photo = await takePhoto(context, seed)
    await writeFile(path, photo)
    taken.push(path)
    photoBytes += photo.length
  }
  const recorded = await recordVideo(context, { ...RECORDING, seconds })
  const video = join(folder, VIDEO_NAME)
  await writeFile(video, recorded)
  return { photos: taken, video, photoBytes, videoBytes: recorded.length }
}

export async function postSlowly(
  stage: IntakeStage,
  context: BrowserContext,
  originals: Originals,
): Promise<Posting> {
  const { line, device, server } = stage
  const before = await openPage(context, PHONE, { readsAhead: true })
  await openEventsAs(before.page, line.url, server.demoUser)
  await before.page.getByRole('link', { name: 'Your listings' }).click()
  await before.page.getByRole('button', { name: 'New listing' }).click()
  await describeFlat(before.page, TITLE)
  const startedAt = performance.now()
  await choose(before.page, originals)
  const photoCount = originals.photos.length
  await cutAt(stage, before.page, {
    find: (all) => listPhotos(all)[Math.floor(photoCount / 2)],
    share: 0.3,
  })
  await waitForBytes(stage, { find: findVideo, share: 0.35 })
  await device.stop()

  const { page, noise } = await openPage(await device.start(), PHONE, { readsAhead: true })
  await page.goto(`${line.url}/account/listings`)
  await page.getByRole('button', { name: `Continue ${TITLE}` }).click()
  for (let step = 1; step < 5; step += 1) await next(page)
  await cutAt(stage, page, { find: findVideo, share: 0.7 })
  for (const file of [
    page.getByLabel('Video', { exact: true }),
    page.getByRole('img', { name: `Photo ${photoCount}`, exact: true }),
  ])
    await file.waitFor({ timeout: PATIENCE_MS })
  await next(page)
  await submit(page)
  return { page, noise: [...before.noise, ...noise], ms: performance.now() - startedAt }
}

/** Chooses the files and waits until the app has prepared all of them. */
async function choose(page: Page, { photos, video }: Originals): Promise<void> {
  await choosePaths(page, 'Choose photos', photos)
  await page.getByText(/^Preparing \d+ photo/).waitFor()
  await choosePaths(page, 'Choose a video', [video])
  await page.getByRole('progressbar', { name: VIDEO_NAME }).waitFor({ timeout: PATIENCE_MS })
  await page.getByText(/^Preparing \d+ photo/).waitFor({ state: 'hidden', timeout: PATIENCE_MS })
}

interface PlaceInUpload {
  find: (uploads: readonly CountedUpload[]) => CountedUpload | undefined
  /** The share of the file that has arrived, from 0 to 1. */
  share: number
}

async function waitForBytes({ way }: IntakeStage, { find, share }: PlaceInUpload): Promise<void> {
  const readShare = () => {
    const found = find(way.uploads)
    return found ? countArrived(found) / found.size : 0
  }
  await expect.poll(readShare, { timeout: PATIENCE_MS }).toBeGreaterThan(share)
}

function listPhotos(uploads: readonly CountedUpload[]): CountedUpload[] {
  return uploads.filter((upload) => !isVideo(upload))
}

/** Returns the newest upload of the video, because the app may have restarted the upload. */
function findVideo(uploads: readonly CountedUpload[]): CountedUpload | undefined {
  return uploads.findLast(isVideo)
}

/** Cuts the network once the given share of the file has arrived. Restores it when the page reports the failure. */
async function cutAt(stage: IntakeStage, page: Page, place: PlaceInUpload): Promise<void> {
  await waitForBytes(stage, place)
  await stage.line.cut()
  await page.getByText('The server cannot be reached.').waitFor()
  await comeBackOnline(stage.line, page)
}

export async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit' }).click()
  const card = page.getByRole('listitem').filter({ hasText: TITLE })
  await card.getByText('In review').waitFor()
}

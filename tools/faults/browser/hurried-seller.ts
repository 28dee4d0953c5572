import type { Page } from 'playwright-core'
import type { DemoRandom } from '#server/demo/demo-random.ts'
import { chooseFiles, describeFlat, next } from '#tests/browser/pages/posting-wizard.ts'
import { makeJpeg } from '#tests/server/listings/uploads/made-photos.ts'
import type { Submission } from './posting-model.ts'

// A seller who writes a listing with photos in the wizard and submits it at once, and records whether the screen showed it as
// saved.

const MOST_PHOTOS = 2

export interface Posting {
  random: DemoRandom
  title: string
  /** The submission is added here before the press. */
  submissions: Submission[]
  /** Called just before the press of "Submit". */
  asked(): void
}

/** Resolves when the screen shows the listing among the seller's listings; rejects when the page dies. */
export async function postListing(page: Page, posting: Posting): Promise<void> {
  const { random, title, submissions } = posting
  const photos = random.whole(1, MOST_PHOTOS)
  await page.getByRole('button', { name: 'New listing' }).first().click()
  await describeFlat(page, title)
  await chooseFiles(page, 'Choose photos', await takePhotos(random, photos))
  // Each chosen photo has a tile once it is on the device.
  await page
    .locator('.photo-tile')
    .nth(photos - 1)
    .waitFor()
  await next(page)
  const submit = page.getByRole('button', { name: 'Submit' })
  await submit.waitFor()
  posting.asked()
  const submission: Submission = { title, photos, isSaved: false }
  submissions.push(submission)
  await submit.click()
  await page.getByRole('listitem').filter({ hasText: title }).waitFor()
  submission.isSaved = true
}

function takePhotos(random: DemoRandom, count: number) {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => ({
      name: `IMG_${index}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await makeJpeg({ width: 900, height: 600, seed: random.whole(0, 999) }),
    })),
  )
}

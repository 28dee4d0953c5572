import type { Page } from 'playwright-core'

// The wizard in which an owner posts a listing.

/** Fills in the wizard from its first step to the one for photos and video. */
export async function describeFlat(page: Page, title: string): Promise<void> {
  await page.getByLabel('Deal').selectOption('rent')
  await page.getByLabel('Kind of property').selectOption('apartment')
  await next(page)
  await page.getByLabel('City').fill('Pune')
  await page.getByLabel('Locality').fill('Baner')
  await page.getByLabel('PIN code').fill('411045')
  await next(page)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('BHK').fill('2')
  await page.getByLabel('Area (sq ft)').fill('980')
  await page.getByLabel('Description').fill('Second floor, two balconies, covered parking.')
  await next(page)
  await page.getByLabel('Rent a month').fill('32,000')
  await next(page)
}

export function next(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Next' }).click()
}

export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export async function chooseFiles(page: Page, button: string, files: ChosenFile[]): Promise<void> {
  const opening = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await opening).setFiles(files)
}

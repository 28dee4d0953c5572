import type { Page } from 'playwright-core'

// The wizard in which an owner posts a listing.

/** Fills in the wizard from its first step to the one for photos and video. */
export async function describeFlat(page: Page, title: string): Promise<void> {
  await page.getByRole('radio', { name: 'Rent out' }).check()
  await page.getByRole('radio', { name: 'Apartment', exact: true }).check()
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
  await page.getByLabel('Monthly rent').fill('32,000')
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

/** Chooses files by path, because Playwright sends at most 50 MB to a browser that it has not started. */
export async function choosePaths(page: Page, button: string, files: string[]): Promise<void> {
  const opening = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  const input = (await opening).element()
  await input.evaluate((element) => (element as HTMLElement).setAttribute('data-choosing', ''))
  const debug = await page.context().newCDPSession(page)
  const expression = "document.querySelector('[data-choosing]')"
  const { result } = await debug.send('Runtime.evaluate', { expression })
  if (result.objectId === undefined) throw new Error('the page has no file input')
  await debug.send('DOM.setFileInputFiles', { files, objectId: result.objectId })
  await input.evaluate((element) => (element as HTMLElement).removeAttribute('data-choosing'))
  await debug.detach()
}

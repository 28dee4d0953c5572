import type { Page } from 'playwright-core'
import sharp from 'sharp'

const SEEN = 32 // of 255: the smallest difference of one colour that a person sees beside the other

/**
 * Lists progress bars whose done part looks like the rest. Each is measured half done, whatever it shows, and without
 * what lies over it. It is measured in a picture, because a page cannot read the colours of the parts of a `progress`.
 */
export async function listUnseenProgress(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const bar of await page.locator('progress').all()) {
    if (!(await bar.isVisible())) continue
    const name = await bar.evaluate((progress) => {
      const top = [...document.querySelectorAll('dialog:modal')].at(-1)
      return top && !top.contains(progress) ? null : progress.className || 'progress'
    })
    if (name === null) continue
    const before = await bar.getAttribute('value')
    await bar.evaluate((progress) => {
      const half = progress as HTMLProgressElement // as the selector says
      half.value = half.max / 2
      half.dataset['measured'] = ''
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(
        '* { visibility: hidden !important } [data-measured] { visibility: visible !important }',
      )
      document.adoptedStyleSheets = [sheet]
    })
    const picture = await bar.screenshot({ animations: 'disabled' })
    await bar.evaluate((progress, value) => {
      document.adoptedStyleSheets = []
      progress.removeAttribute('data-measured')
      if (value === null) progress.removeAttribute('value')
      else progress.setAttribute('value', value)
    }, before)
    if (!(await areHalvesApart(picture))) found.push(`${name} does not show how far it is`)
  }
  return found
}

/** Whether the middles of the left and of the right half differ in any row of the picture. */
async function areHalvesApart(picture: Buffer): Promise<boolean> {
  const { data, info } = await sharp(picture)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const colourAt = (share: number, row: number, channel: number) =>
    data[(row * width + Math.floor(width * share)) * channels + channel] ?? 0
  return Array.from({ length: height }, (_, row) => row).some((row) =>
    Array.from({ length: channels }, (_, channel) => channel).some(
      (channel) => Math.abs(colourAt(0.25, row, channel) - colourAt(0.75, row, channel)) > SEEN,
    ),
  )
}

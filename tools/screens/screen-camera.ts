import { join } from 'node:path'
import type { Stage } from './people.ts'
import { openScreen, type Screen, SIZES, type SizeName } from './screen.ts'

// Takes screenshots of a screen's viewport, not of the whole page, in each size and both themes.

const THEMES = ['light', 'dark'] as const
const QUALITY = 66 // of the JPEG: the lowest at which small text has no visible artefacts

/** Takes the screenshots of all sizes, each on a new device with only the person's prepared storage. */
export async function photograph(stage: Stage, screen: Screen, folder: string): Promise<void> {
  const sizes = screen.sizes ?? (Object.keys(SIZES) as SizeName[]) // the constant has no other keys
  await Promise.all(sizes.map((size) => photographIn(stage, size, screen, folder)))
}

async function photographIn(
  stage: Stage,
  size: SizeName,
  screen: Screen,
  folder: string,
): Promise<void> {
  // Phones and tablets have a touch screen, for which the app makes controls taller.
  const isTouched = size !== 'desktop'
  const context = await stage.openDevice(screen.who, {
    viewport: SIZES[size],
    isMobile: isTouched,
    hasTouch: isTouched,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await openScreen(page, screen, stage)
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const path = join(folder, `${screen.name}-${size}-${colorScheme}.jpg`)
    await page.screenshot({ path, type: 'jpeg', quality: QUALITY })
  }
  await context.close()
}

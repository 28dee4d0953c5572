/**
 * Draws the portraits of the demo's members: `npx tsx server/demo/render/draw-portraits.ts`.
 * Needs Chromium on the path or in CHROMIUM_PATH.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findTool } from './find-tool.ts'
import { PORTRAIT_LIST } from './portrait-list.ts'
import { backOf, clothesOf, faceOf, type Portrait, topOf } from './portrait-parts.ts'

const PEOPLE_FOLDER = join(import.meta.dirname, '../media/people')
const SIZE = 216 // the largest portrait is 72 CSS pixels wide, on a screen of three pixels each
const QUALITY = 0.85 // all of them stay under 100 kB; next to the drawings no difference shows

mkdirSync(PEOPLE_FOLDER, { recursive: true })
const browser = await chromium.launch({
  executablePath: findTool('chromium', 'CHROMIUM_PATH'),
  args: ['--no-sandbox'],
})
const page = await browser.newPage()
for (const [index, portrait] of PORTRAIT_LIST.entries()) {
  const name = `p${String(index + 1).padStart(2, '0')}.webp`
  writeFileSync(join(PEOPLE_FOLDER, name), await toWebp(svgOf(portrait)))
}
await browser.close()

function svgOf(portrait: Portrait): string {
  const parts = [backOf, clothesOf, faceOf, topOf].map((part) => part(portrait)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><path d="M0 0h96v96H0z" fill="${portrait.tint}"/>${parts}</svg>\n`
}

async function toWebp(svg: string): Promise<Buffer> {
  const dataUrl = await page.evaluate(
    async ({ source, size, quality }) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = size
      canvas.height = size
      canvas.getContext('2d')?.drawImage(image, 0, 0, size, size)
      return canvas.toDataURL('image/webp', quality)
    },
    {
      source: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
      size: SIZE,
      quality: QUALITY,
    },
  )
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

/** Draws the portraits of the demo's members anew: `npx tsx server/demo/render/draw-portraits.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PORTRAIT_LIST } from './portrait-list.ts'
import { backOf, clothesOf, faceOf, type Portrait, topOf } from './portrait-parts.ts'

const PEOPLE_FOLDER = join(import.meta.dirname, '../media/people')

mkdirSync(PEOPLE_FOLDER, { recursive: true })
for (const [index, portrait] of PORTRAIT_LIST.entries()) {
  const name = `p${String(index + 1).padStart(2, '0')}.svg`
  writeFileSync(join(PEOPLE_FOLDER, name), svgOf(portrait))
}

function svgOf(portrait: Portrait): string {
  const parts = [backOf, clothesOf, faceOf, topOf].map((part) => part(portrait)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><path d="M0 0h96v96H0z" fill="${portrait.tint}"/>${parts}</svg>\n`
}

/**
 * Makes the demo's films and posters anew: `npx tsx server/demo/render/render-walkthroughs.ts [slug…]`.
 * Needs ffmpeg and Chromium on the path or in FFMPEG_PATH and CHROMIUM_PATH. With `--stills <folder>`
 * it leaves five frames of each place there instead, after a coarse look at the light.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { requireFreeWalk } from './camera-walk.ts'
import { makeFilmEncoder, writePoster } from './film-encoder.ts'
import { paintFrames } from './frame-painter.ts'
import { bakeLight } from './light-baker.ts'
import { PLACES } from './place-list.ts'
import { makeMesh } from './place-mesh.ts'
import type { Place } from './place-model.ts'
import { FRAMES_PER_SECOND, listShots } from './shot-list.ts'

const MEDIA_FOLDER = join(import.meta.dirname, '../media')
const CAMERA_MARGIN = 0.12 // metres between the lens and whatever it passes
const FILM_RAYS = 72 // from each point of the light map; more is not seen at this size
const STILL_RAYS = 16

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { stills: { type: 'string' } },
})
for (const slug of positionals) {
  if (!PLACES.some((place) => place().slug === slug)) throw new Error(`there is no place ${slug}`)
}
for (const make of PLACES) {
  const place = make()
  if (positionals.length > 0 && !positionals.includes(place.slug)) continue
  const startedAt = Date.now()
  requireFreeWalk(place, CAMERA_MARGIN)
  if (values.stills === undefined) await film(place)
  else await still(place, values.stills)
  console.log(`${place.slug}: ${place.solids.length} solids, ${Date.now() - startedAt} ms`)
}

async function film(place: Place): Promise<void> {
  const count = Math.round(place.seconds * FRAMES_PER_SECOND)
  const posterFrame = Math.round(place.posterAt * (count - 1))
  const encoder = makeFilmEncoder()
  for (const folder of ['videos', 'posters']) {
    mkdirSync(join(MEDIA_FOLDER, folder), { recursive: true })
  }
  let frame = 0
  const moments = Array.from({ length: count }, (_, index) => index / (count - 1))
  await paint(place, FILM_RAYS, moments, async (rgba) => {
    if (frame === posterFrame) writePoster(rgba, join(MEDIA_FOLDER, 'posters', `${place.slug}.jpg`))
    frame++
    await encoder.add(rgba)
  })
  await encoder.finish(join(MEDIA_FOLDER, 'videos', `${place.slug}.mp4`))
}

async function still(place: Place, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const moments = [0, 0.35, 0.65, 1, place.posterAt]
  let frame = 0
  await paint(place, STILL_RAYS, moments, async (rgba) => {
    writePoster(rgba, join(folder, `${place.slug}-${frame}.jpg`))
    frame++
  })
}

async function paint(
  place: Place,
  rays: number,
  moments: readonly number[],
  onFrame: (rgba: Buffer) => Promise<void>,
): Promise<void> {
  const light = bakeLight(place, rays)
  const mesh = makeMesh(place, light)
  const shots = listShots(place, light, mesh, moments)
  await paintFrames({ shots, mesh, light }, onFrame)
}

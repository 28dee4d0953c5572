import type { BrowserContext } from 'playwright-core'
import { makeInStudio, type Studio } from './studio.ts'

// Photos as a phone takes them: 12 megapixels with the grain of a sensor, about 5 MB.

export function takePhoto(context: BrowserContext, seed: number): Promise<Buffer> {
  return makeInStudio(context, (page) => page.evaluate(draw, seed))
}

/** Runs in the page. Draws a room with objects, stores the JPEG in the global `made`, and returns its size in bytes. */
async function draw(seed: number): Promise<number> {
  const canvas = new OffscreenCanvas(4000, 3000)
  const grain = new OffscreenCanvas(512, 512)
  const [drawn, dots] = [canvas.getContext('2d'), grain.getContext('2d')]
  if (!drawn || !dots) throw new Error('no canvas')
  let state = seed
  const next = () => {
    // Park and Miller's random number generator: the same seed draws the same photo.
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  next()
  const pixels = dots.createImageData(grain.width, grain.height)
  for (let at = 0; at < pixels.data.length; at += 4) {
    const shade = 255 * next()
    pixels.data.set([shade, shade, shade, 40], at)
  }
  dots.putImageData(pixels, 0, 0)

  const light = drawn.createLinearGradient(0, 0, canvas.width * next(), canvas.height)
  light.addColorStop(0, `hsl(${360 * next()} 30% 85%)`)
  light.addColorStop(1, `hsl(${360 * next()} 30% 45%)`)
  drawn.fillStyle = light
  drawn.fillRect(0, 0, canvas.width, canvas.height)
  for (let thing = 0; thing < 40; thing += 1) {
    drawn.fillStyle = `hsl(${360 * next()} 40% ${20 + 60 * next()}%)`
    const [x, y] = [canvas.width * next(), canvas.height * next()]
    drawn.fillRect(x, y, 100 + 900 * next(), 100 + 700 * next())
  }
  const pattern = drawn.createPattern(grain, 'repeat')
  if (!pattern) throw new Error('no pattern')
  drawn.fillStyle = pattern
  drawn.fillRect(0, 0, canvas.width, canvas.height)
  const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
  const studio = globalThis as object as Studio // `makeInStudio` reads `made` from the globals of the page
  studio.made = new Uint8Array(await photo.arrayBuffer())
  return studio.made.length
}

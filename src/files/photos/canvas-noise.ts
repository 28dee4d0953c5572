// Some browsers change what pages read from a canvas, so that pages cannot recognise the device: Firefox with
// `privacy.resistFingerprinting`, Tor Browser, Mullvad Browser. A photo that is drawn and read becomes stripes there.

/** Red, green, blue and grey, as the probe draws and expects them: pixels of 4 bytes. */
const COLOURS = ['#f00000', '#00f000', '#0000f0', '#808080'] as const
const EXPECTED = [240, 0, 0, 255, 0, 240, 0, 255, 0, 0, 240, 255, 128, 128, 128, 255]
const SIDE_PX = 2
/** Of 255. Brave and Firefox's private windows change single pixels by less, which nobody sees in a photo. */
const INVISIBLE = 8

let probed: Promise<boolean> | undefined

/** Whether this browser returns other pixels than a page has drawn. Probed once for the page. */
export function hasCanvasNoise(): Promise<boolean> {
  probed ??= probe().catch((error: unknown) => {
    probed = undefined // for example for want of memory: the next photo probes again
    throw error
  })
  return probed
}

/** Draws known colours, and reads them on the way that a photo takes: as an encoded file. */
async function probe(): Promise<boolean> {
  const drawn = new OffscreenCanvas(SIDE_PX, SIDE_PX)
  const context = drawn.getContext('2d')
  if (!context) return false
  COLOURS.forEach((colour, index) => {
    context.fillStyle = colour
    context.fillRect(index % SIDE_PX, Math.floor(index / SIDE_PX), 1, 1)
  })
  const image = await createImageBitmap(await drawn.convertToBlob({ type: 'image/png' }))
  const read = new OffscreenCanvas(SIDE_PX, SIDE_PX).getContext('2d')
  if (!read) return false
  read.drawImage(image, 0, 0)
  image.close()
  const { data } = read.getImageData(0, 0, SIDE_PX, SIDE_PX)
  return EXPECTED.some((value, index) => Math.abs(value - (data[index] ?? 0)) > INVISIBLE)
}

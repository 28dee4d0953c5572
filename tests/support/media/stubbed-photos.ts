import { Blob as NodeBlob } from 'node:buffer'
import { afterEach, beforeEach, vi } from 'vitest'

/** What the probe of canvas-noise.ts has drawn. */
const DRAWN = [240, 0, 0, 255, 0, 240, 0, 255, 0, 0, 240, 255, 128, 128, 128, 255]

/**
 * Lets a test resize photos, which jsdom cannot: each file decodes to 1600 x 1200 pixels, except those that begin with 'not a
 * photo', and is encoded as 4 bytes. Node's blobs, because fake-indexeddb cannot copy jsdom's.
 */
export function stubPhotos(): void {
  beforeEach(() => {
    vi.stubGlobal('createImageBitmap', async (file: Blob) => {
      const text = await new Response(file as BodyInit).text()
      if (text.startsWith('not a photo')) throw new DOMException('no image', 'InvalidStateError')
      return { width: 1600, height: 1200, close: () => undefined }
    })
    vi.stubGlobal(
      'OffscreenCanvas',
      class {
        getContext() {
          const draw = () => undefined
          return { fillRect: draw, drawImage: draw, getImageData: () => ({ data: DRAWN }) }
        }
        async convertToBlob({ type }: { type: string }) {
          return new NodeBlob(['webp'], { type })
        }
      },
    )
  })
  afterEach(() => void vi.unstubAllGlobals())
}

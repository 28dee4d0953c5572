import type { Libheif, Pointer } from 'libheif-js/libheif-wasm/libheif.js'

// The primary image of a HEIC file, by libheif's C functions (libheif/api/libheif/*.h in its source). In WebAssembly a
// function writes the struct that it returns, here always a `heif_error`, to the address in its first argument.

export interface Pixels {
  width: number
  height: number
  /** Red, green, blue and alpha, row by row. */
  data: Uint8ClampedArray<ArrayBuffer>
}

export interface LibheifImage {
  /** In pixels; cropped and turned as the file says, as is what follows. */
  width: number
  height: number
  hasAlpha: boolean
  tiling: Tiling
  /** @throws if it is damaged */
  decode(): Pixels
  /** Turned, but not cropped. @throws if it is damaged */
  decodeTile(column: number, row: number): Pixels
}

export interface Tiling {
  columns: number
  rows: number
  tileWidth: number
  tileHeight: number
  /** Of the image before it is cropped. */
  width: number
  height: number
  /** Where the image begins in the first tile. Only whether it is 0 is right: the library takes the remainder of a part tile. */
  top: number
  left: number
}

const WORD_BYTES = 4 // of a pointer or a number
const ERROR_WORDS = 3 // a `heif_error`: its code, a second one, and a message that is not read
const FOUND_WORDS = 17 // of a `heif_image_tiling`, the longest struct
const RGBA_BYTES = 4
const NO_OPTIONS = 0

/** Reads the boxes of a file, which stays in the decoder's memory, and no pixel yet. @throws if it is damaged */
export function openImage(libheif: Libheif, file: Uint8Array): LibheifImage {
  const find = prepareCalls(libheif)
  const bytes = allocate(libheif, file.length)
  libheif.HEAPU8.set(file, bytes)
  const context = libheif._heif_context_alloc()
  find((error) =>
    libheif._heif_context_read_from_memory_without_copy(
      error,
      context,
      bytes,
      file.length,
      NO_OPTIONS,
    ),
  )
  const [handle = 0] = find((error, found) =>
    libheif._heif_context_get_primary_image_handle(error, context, found),
  )
  const asRgba = [
    libheif.heif_colorspace.heif_colorspace_RGB.value,
    libheif.heif_chroma.heif_chroma_interleaved_RGBA.value,
    NO_OPTIONS,
  ] as const
  const take = (words: readonly number[]) => takePixels(libheif, words[0] ?? 0)
  return {
    width: libheif._heif_image_handle_get_width(handle),
    height: libheif._heif_image_handle_get_height(handle),
    hasAlpha: libheif._heif_image_handle_has_alpha_channel(handle) !== 0,
    tiling: readTiling(
      find((error, found) => libheif._heif_image_handle_get_image_tiling(error, handle, 1, found)),
    ),
    decode: () =>
      take(find((error, found) => libheif._heif_decode_image(error, handle, found, ...asRgba))),
    decodeTile: (...at) =>
      take(
        find((error, found) =>
          libheif._heif_image_handle_decode_image_tile(error, handle, found, ...asRgba, ...at),
        ),
      ),
  }
}

/** Returns a function that calls another one with two addresses, for its error and for what it finds, and reads this. */
function prepareCalls(libheif: Libheif) {
  const error = allocate(libheif, ERROR_WORDS * WORD_BYTES)
  const found = allocate(libheif, FOUND_WORDS * WORD_BYTES)
  return (call: (error: Pointer, found: Pointer) => void): number[] => {
    call(error, found)
    const [code, subcode] = readWords(libheif, error, ERROR_WORDS)
    if (code !== 0) throw new Error(`libheif answers ${code}, ${subcode}`)
    return readWords(libheif, found, FOUND_WORDS)
  }
}

function allocate(libheif: Libheif, bytes: number): Pointer {
  const place = libheif._malloc(bytes)
  if (place === 0) throw new Error('no memory for the decoder')
  return place
}

function readWords({ HEAPU8 }: Libheif, place: Pointer, count: number): number[] {
  return [...new Uint32Array(HEAPU8.buffer, place, count)]
}

/** The words of a `heif_image_tiling`. The first, its version, is not always set. */
function readTiling([, columns = 0, rows = 0, ...sizes]: readonly number[]): Tiling {
  const [tileWidth = 0, tileHeight = 0, width = 0, height = 0, top = 0, left = 0] = sizes
  return { columns, rows, tileWidth, tileHeight, width, height, top, left }
}

/** Copies the pixels of a decoded image out of the decoder's memory, and gives up the image. */
function takePixels(libheif: Libheif, image: Pointer): Pixels {
  const channel = libheif.heif_channel.heif_channel_interleaved.value
  const width = libheif._heif_image_get_width(image, channel)
  const height = libheif._heif_image_get_height(image, channel)
  const strideAt = allocate(libheif, WORD_BYTES)
  const from = libheif._heif_image_get_plane_readonly2(image, channel, strideAt)
  const [stride = 0] = readWords(libheif, strideAt, 1)
  const data = new Uint8ClampedArray(width * height * RGBA_BYTES)
  for (let row = 0; row < height; row += 1) {
    const start = from + row * stride
    const pixels = libheif.HEAPU8.subarray(start, start + width * RGBA_BYTES)
    data.set(pixels, row * width * RGBA_BYTES)
  }
  libheif._free(strideAt)
  libheif._heif_image_release(image)
  return { width, height, data }
}

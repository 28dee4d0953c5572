// The part of libheif-js that the worker uses: libheif's C functions, as this build exports them. The types of the package
// describe the library without this build's loader.

declare module 'libheif-js/libheif-wasm/libheif.js' {
  /** A place in the decoder's memory: a number of bytes; 0 is none. */
  export type Pointer = number

  export interface Libheif {
    /** The decoder's memory, in an ArrayBuffer that is replaced when it grows. */
    readonly HEAPU8: Uint8Array
    heif_colorspace: { heif_colorspace_RGB: { value: number } }
    heif_chroma: { heif_chroma_interleaved_RGBA: { value: number } }
    heif_channel: { heif_channel_interleaved: { value: number } }
    /** 0 without memory. */
    _malloc(bytes: number): Pointer
    _free(place: Pointer): void
    _heif_context_alloc(): Pointer
    _heif_context_read_from_memory_without_copy(
      error: Pointer,
      context: Pointer,
      bytes: Pointer,
      length: number,
      options: Pointer,
    ): void
    _heif_context_get_primary_image_handle(error: Pointer, context: Pointer, handle: Pointer): void
    _heif_image_handle_get_width(handle: Pointer): number
    _heif_image_handle_get_height(handle: Pointer): number
    _heif_image_handle_has_alpha_channel(handle: Pointer): number
    _heif_image_handle_get_image_tiling(
      error: Pointer,
      handle: Pointer,
      isTransformed: number,
      tiling: Pointer,
    ): void
    _heif_image_handle_decode_image_tile(
      error: Pointer,
      handle: Pointer,
      image: Pointer,
      colorspace: number,
      chroma: number,
      options: Pointer,
      column: number,
      row: number,
    ): void
    _heif_decode_image(
      error: Pointer,
      handle: Pointer,
      image: Pointer,
      colorspace: number,
      chroma: number,
      options: Pointer,
    ): void
    _heif_image_get_width(image: Pointer, channel: number): number
    _heif_image_get_height(image: Pointer, channel: number): number
    _heif_image_get_plane_readonly2(image: Pointer, channel: number, stride: Pointer): Pointer
    _heif_image_release(image: Pointer): void
  }

  export default function loadLibheif(options: { wasmBinary: ArrayBuffer }): Promise<Libheif>
}

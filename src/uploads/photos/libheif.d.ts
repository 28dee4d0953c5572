// The part of libheif-js that the worker uses. The types of the package describe the library without this build's loader.

declare module 'libheif-js/libheif-wasm/libheif.js' {
  type Handle = object
  interface Failure {
    code: object
    message: string
  }

  export interface Libheif {
    heif_error_code: { heif_error_Ok: object }
    heif_colorspace: { heif_colorspace_RGB: object }
    heif_chroma: { heif_chroma_interleaved_RGBA: object }
    heif_context_alloc(): Handle
    heif_context_read_from_memory(context: Handle, bytes: Uint8Array): Failure
    heif_js_context_get_primary_image_handle(context: Handle): Handle | Failure
    heif_image_handle_get_width(handle: Handle): number
    heif_image_handle_get_height(handle: Handle): number
    /** Without `channels` after an error. */
    heif_js_decode_image2(
      handle: Handle,
      colorspace: object,
      chroma: object,
    ): Promise<{ channels?: { data: Uint8Array; stride: number }[] }>
  }

  export default function loadLibheif(options: { wasmBinary: ArrayBuffer }): Promise<Libheif>
}

/** What the structure of a photo says. Zero pixels if it does not say it: libvips refuses such a file. */
export interface PhotoShape {
  width: number
  height: number
  /** What decoding takes of memory, beyond the libraries. */
  bytes: number
}

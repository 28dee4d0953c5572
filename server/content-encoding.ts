export type Encoding = 'br' | 'gzip'

/** The better of the two encodings that the client accepts; null for neither. */
export function pickEncoding(acceptEncoding: string | undefined): Encoding | null {
  if (acceptsEncoding(acceptEncoding, 'br')) return 'br'
  return acceptsEncoding(acceptEncoding, 'gzip') ? 'gzip' : null
}

/** `q=0` refuses an encoding (RFC 9110, section 12.5.3). */
export function acceptsEncoding(acceptEncoding: string | undefined, encoding: Encoding): boolean {
  const offers = (acceptEncoding ?? '').split(',').map((offer) => offer.trim().toLowerCase())
  return offers.some((offer) => {
    const [name, weight = 'q=1'] = offer.split(/\s*;\s*/)
    return name === encoding && !/^q=0(\.0*)?$/.test(weight)
  })
}

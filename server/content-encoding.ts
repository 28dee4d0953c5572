export type Encoding = 'br' | 'gzip'

/** The better of the two encodings that the client takes; null for neither. `q=0` refuses one. */
export function pickEncoding(acceptEncoding: string | undefined): Encoding | null {
  const offers = (acceptEncoding ?? '').split(',').map((offer) => offer.trim().toLowerCase())
  const accepts = (encoding: Encoding) =>
    offers.some((offer) => {
      const [name, weight = 'q=1'] = offer.split(/\s*;\s*/)
      return name === encoding && !/^q=0(\.0*)?$/.test(weight)
    })
  if (accepts('br')) return 'br'
  return accepts('gzip') ? 'gzip' : null
}

import fc from 'fast-check'
import { KNOWN_IDS, type Who } from './fuzz-market.ts'
import { extraField, hostileBody, hostileText, hostileValue, idAmong } from './hostile-values.ts'
import { BODY_SHAPES, headers, query } from './request-shapes.ts'

// Generates valid requests with a few hostile changes. A random body would fail the server's first check, so that the
// code after this check would not be tested.

export interface FuzzRequest {
  who: Who
  route: string
  method: string
  path: string
  headers: readonly (readonly [string, string])[]
  body: string | Uint8Array | null
}

type Fields = Record<string, unknown>

const TAKES_BODY = /^(POST|PUT|PATCH) /
const MEDIA = ['people/p01.webp', 'people/p02.webp', 'people', 'nothing.mp4', '.hidden']

const CALLERS: readonly Who[] = ['anonymous', 'asha', 'ravi', 'operator']
const who = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Who>('anonymous') },
  { weight: 2, arbitrary: fc.constantFrom<Who>('asha', 'ravi') },
  { weight: 3, arbitrary: fc.constant<Who>('operator') },
)

export function makeRequests(routes: readonly string[]): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...routes).chain((route) => {
    const [method = 'GET', pattern = '/'] = route.split(' ')
    return fc.record({
      who,
      route: fc.constant(route),
      method: mostly(fc.constant(method), fc.constantFrom(...OTHER_METHODS)),
      path: pathOf(pattern, method === 'GET'),
      headers: mostly(fc.constant<FuzzRequest['headers']>([]), headers),
      body: bodyOf(route),
    })
  })
}

/** A request to every GET route by every caller, because a short random campaign leaves some out. */
export function listReads(routes: readonly string[]): FuzzRequest[] {
  const reads = routes.filter((route) => route.startsWith('GET '))
  const [id = ''] = KNOWN_IDS
  const [file = ''] = MEDIA
  return reads.flatMap((route) =>
    CALLERS.map((who) => {
      const path = route.slice('GET '.length).replace(':id', id).replace('*', file)
      return { who, route, method: 'GET', path, headers: [], body: null }
    }),
  )
}

/** The routes with a body that have no entry in `BODY_SHAPES`. There must be none. */
export function listShapeless(routes: readonly string[]): string[] {
  return routes.filter((route) => TAKES_BODY.test(route) && BODY_SHAPES[route] === undefined)
}

const OTHER_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

function mostly<T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: rare })
}

function pathOf(pattern: string, isRead: boolean): fc.Arbitrary<string> {
  const id = fc.tuple(idAmong(KNOWN_IDS), fc.boolean())
  const media = fc.tuple(fc.oneof(fc.constantFrom(...MEDIA), hostileText), fc.boolean())
  const none = fc.constant<[string, string][]>([])
  const asked = isRead ? fc.oneof(none, query) : mostly(none, query)
  return fc.tuple(id, media, asked).map(([[known, isIdRaw], [file, isFileRaw], parameters]) => {
    const path = pattern
      .replace(':id', () => toUrlText(known, isIdRaw))
      .replace('*', () => toUrlText(file, isFileRaw || !file.includes('..')))
    const said = parameters.map(([name, value]) => `${toUrlText(name)}=${toUrlText(value)}`)
    return said.length > 0 ? `${path}?${said.join('&')}` : path
  })
}

/** Percent-encodes the text. If `isRaw` is set, leaves a text unchanged that can be sent without encoding. */
function toUrlText(text: string, isRaw = false): string {
  if (isRaw && /^[\x21-\xff]*$/.test(text)) return text
  return encodeURIComponent(Buffer.from(text).toString())
}

function bodyOf(route: string): fc.Arbitrary<string | Uint8Array | null> {
  const shape = BODY_SHAPES[route]
  if (!shape) return mostly(fc.constant<string | null>(null), hostileBody)
  return fc.oneof(
    { weight: 4, arbitrary: shape.map((fields) => JSON.stringify(fields)) },
    { weight: 6, arbitrary: fc.tuple(shape, change).map(([fields, make]) => make(fields)) },
    { weight: 2, arbitrary: hostileBody },
  )
}

const change: fc.Arbitrary<(fields: Fields) => string> = fc.oneof(
  fc.tuple(fc.nat(), hostileValue).map(([at, value]) => (fields: Fields) => {
    const entries = Object.entries(fields)
    return toJson(
      entries.map(([name, old], index) => [name, index === at % entries.length ? value : old]),
    )
  }),
  fc.nat().map((at) => (fields: Fields) => {
    const entries = Object.entries(fields)
    return toJson(entries.filter((_, index) => index !== at % entries.length))
  }),
  extraField.map((extra) => (fields: Fields) => toJson([...Object.entries(fields), extra])),
)

/** Uses `Object.fromEntries`, because an assignment to __proto__ would create no field of that name. */
function toJson(entries: readonly (readonly [string, unknown])[]): string {
  return JSON.stringify(Object.fromEntries(entries))
}

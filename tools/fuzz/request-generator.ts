import fc from 'fast-check'
import type { Content } from '#server/platform/openapi/document-form.ts'
import { KNOWN_IDS, type Who } from './fuzz-market.ts'
import { extraField, hostileBody, hostileText, hostileValue, idAmong } from './hostile-values.ts'
import { bodyOf } from './valid-bodies.ts'

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

export interface FuzzRoute {
  method: string
  /** The pattern of the router, such as /api/events/:id. */
  path: string
  /** The body that the OpenAPI document describes. */
  content: Content | undefined
}

type Fields = Record<string, unknown>

const MEDIA = ['people/p01.webp', 'people/p02.webp', 'people', 'nothing.mp4', '.hidden']

const CALLERS: readonly Who[] = ['anonymous', 'asha', 'ravi', 'operator']
const who = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Who>('anonymous') },
  { weight: 2, arbitrary: fc.constantFrom<Who>('asha', 'ravi') },
  { weight: 3, arbitrary: fc.constant<Who>('operator') },
)

export function makeRequests(routes: readonly FuzzRoute[]): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...routes).chain(({ method, path, content }) =>
    fc.record({
      who,
      route: fc.constant(`${method} ${path}`),
      method: mostly(fc.constant(method), fc.constantFrom(...OTHER_METHODS)),
      path: pathOf(path, method === 'GET'),
      headers: mostly(fc.constant<FuzzRequest['headers']>([]), headers),
      body: content
        ? changedBodyOf(content)
        : mostly(fc.constant<string | null>(null), hostileBody),
    }),
  )
}

/** A request to every GET route by every caller, because a short random campaign leaves some out. */
export function listReads(routes: readonly FuzzRoute[]): FuzzRequest[] {
  const reads = routes.filter(({ method }) => method === 'GET')
  const [id = ''] = KNOWN_IDS
  const [file = ''] = MEDIA
  return reads.flatMap(({ method, path }) =>
    CALLERS.map((who) => {
      const asked = path.replace(':id', id).replace('*', file)
      return { who, route: `${method} ${path}`, method, path: asked, headers: [], body: null }
    }),
  )
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

function changedBodyOf(content: Content): fc.Arbitrary<string | Uint8Array> {
  const valid = bodyOf(content)
  const changed = fc.tuple(valid, change).map(([body, make]) => make(Object(body)))
  return fc.oneof(
    {
      weight: 4,
      arbitrary: valid.map((body) => (typeof body === 'string' ? body : JSON.stringify(body))),
    },
    { weight: 6, arbitrary: changed },
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

const queryName = fc.constantFrom(
  ...['limit', 'cursor', 'since', 'q', 'status', 'saleType', 'sort', '__proto__', 'limit[]', ''],
)
const queryValue = fc.oneof(
  fc.constantFrom('1', '500', '501', '0', '-1', '1.5', 'approved', 'Sell', 'a'.repeat(1900)),
  hostileText,
)

const query = fc.array(fc.tuple(queryName, queryValue), { maxLength: 3 })

const headerName = fc.constantFrom(
  ...['If-Match', 'If-None-Match', 'Idempotency-Key', 'Content-Type', 'Accept', 'Accept-Encoding'],
  ...['Authorization', 'Range', 'If-Range', 'If-Modified-Since', 'Origin', 'Sec-Fetch-Site'],
  ...['X-Forwarded-For', 'X-Forwarded-Proto', 'User-Agent', 'X-HTTP-Method-Override', 'Cookie'],
)
const headerValue = fc.oneof(
  fc.constantFrom('"1"', '"2"', 'W/"1"', '*', 'key-of-a-change-0001', 'key-of-a-change-0002'),
  fc.constantFrom('application/json', 'text/plain', 'bytes=0-', 'bytes=5-2', 'br', 'cross-site'),
  fc.constantFrom('Bearer ', `Bearer ${'x'.repeat(43)}`, 'Basic YTpi', 'DELETE', '127.0.0.1'),
  hostileText,
)

/** Headers with values that HTTP allows. */
const headers = fc.array(
  fc.tuple(
    headerName,
    headerValue.filter((value) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value)),
  ),
  { maxLength: 3 },
)

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { idOf, makeListing, makeMarket } from '#tests/server/market-data.ts'
import { readWhole } from '#tests/server/whole-database.ts'
import { startServerForFile } from '#tests/support/server/server-for-test.ts'

// Sends bytes that no browser sends to a server on a real port.

const server = await startServerForFile({
  seed: makeMarket({ listings: [makeListing(2), makeListing(3)] }),
})

const path = `/api/admin/properties/${idOf(2)}/status`
let url = new URL('http://127.0.0.1')
let token = ''
beforeAll(async () => {
  url = new URL(await server.listen())
  token = await server.signIn()
})

/** Sends the text. Returns the answer when the server closes the connection, perhaps before it has read all text. */
async function send(text: string): Promise<string> {
  const socket: Socket = connect(Number(url.port), url.hostname)
  const said: Buffer[] = []
  socket.on('data', (chunk: Buffer) => said.push(chunk))
  // If the server closes while the client sends, the connection is reset after the answer.
  socket.on('error', () => socket.destroy())
  socket.write(Buffer.from(text, 'latin1'))
  await once(socket, 'close')
  return Buffer.concat(said).toString('latin1')
}

function request(line: string, headers: string[] = [], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers, '', body].join('\r\n')
}

const bearer = () => `Authorization: Bearer ${token}`
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

const APPROVE = '{"status":"approved"}'
const LENGTH = `Content-Length: ${APPROVE.length}`
const CHUNKS = `${APPROVE.length.toString(16)}\r\n${APPROVE}\r\n0\r\n\r\n`

describe('a request with an ambiguous end is refused, and nothing after it is served', () => {
  const hidden = `DELETE /api/admin/property/${idOf(3)} HTTP/1.1\r\nHost: a\r\n`
  test.each([
    ['two lengths', [LENGTH, 'Content-Length: 0'], APPROVE],
    ['a length and chunks', [LENGTH, 'Transfer-Encoding: chunked'], `0\r\n\r\n${hidden}`],
    ['chunks and a length', ['Transfer-Encoding: chunked', LENGTH], `0\r\n\r\n${hidden}`],
    ['an encoding that hides chunks', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${hidden}`],
    ['chunks that are not the last encoding', ['Transfer-Encoding: chunked, gzip'], '0\r\n\r\n'],
    ['chunks within another encoding', ['Transfer-Encoding: gzip, chunked'], CHUNKS],
    ['chunks in another letter case', ['Transfer-Encoding: Chunked'], CHUNKS],
    ['chunks twice', Array<string>(2).fill('Transfer-Encoding: chunked'), CHUNKS],
    ['two hosts', ['Host: b', LENGTH], APPROVE],
    ['the same host twice', ['Host: a', LENGTH], APPROVE],
    ['a space before the colon', ['Transfer-Encoding : chunked'], `0\r\n\r\n${hidden}`],
    ['a folded line', ['Transfer-Encoding:', ' chunked'], `0\r\n\r\n${hidden}`],
    ['a signed length', ['Content-Length: +21'], APPROVE],
    ['a length in hexadecimal', ['Content-Length: 0x15'], APPROVE],
    ['a chunk whose size is no number', ['Transfer-Encoding: chunked'], 'zz\r\n\r\n'],
    ['a bare line feed in a header', [`X-One: 1\nContent-Length: ${APPROVE.length}`], APPROVE],
  ])('%s', async (_, headers, body) => {
    const before = await readWhole(server)
    const answer = await send(request(`PATCH ${path}`, [bearer(), ...headers], body))
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(statusOf(answer)).toBe(400)
    expect(await readWhole(server)).toEqual(before)
  })
})

test('chunks in HTTP/1.0 are refused, and nothing after them is served', async () => {
  const bytes = request(`PATCH ${path}`, [bearer(), 'Transfer-Encoding: chunked'], CHUNKS)
  const answer = await send(bytes.replace('HTTP/1.1', 'HTTP/1.0'))
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
  expect(statusOf(answer)).toBe(400)
})

describe('malformed HTTP', () => {
  test.each([
    ['no host', 'GET /api/healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['an invalid host', request('GET /api/healthz').replace('Host: a', 'Host: a/b@c'), 400],
    ['an unknown method', request('BREW /api/healthz'), 400],
    ['a header of 20 kB', request('GET /api/healthz', [`X-Long: ${'x'.repeat(20_000)}`]), 431],
    ['3,000 headers', request('GET /api/healthz', Array<string>(3000).fill('X-Many: 1')), 431],
    ['a backslash in the path', request('GET /api\\healthz'), 400],
    ['nothing but noise', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['TRACE', request('TRACE /api/healthz'), 405],
    ['a path out of the folder', request('GET /media/../../../../etc/passwd'), 404],
    ['a path out of the folder, escaped', request('GET /media/..%2f..%2f..%2fetc%2fpasswd'), 404],
    [
      'a path out of the folder, escaped twice',
      request('GET /media/%252e%252e/%252e%252e/etc'),
      404,
    ],
    ['a separator in the name of a file', request('GET /media/people%2fp01.webp'), 404],
    ['a NUL in the name of a file', request('GET /media/people/p01.webp%00.mp4'), 404],
    ['escapes that are no UTF-8', request('GET /media/%ff%fe'), 404],
  ])('%s', async (_, bytes, status) => {
    expect(statusOf(await send(bytes))).toBe(status)
  })

  test('cannot upgrade to another protocol', async () => {
    const headers = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Key: AAAA']
    expect(statusOf(await send(request('GET /api/healthz', headers)))).not.toBe(101)
  })
})

describe('a header that is sent twice', () => {
  async function change(...headers: string[]): Promise<number> {
    const all = [bearer(), LENGTH, 'Content-Type: application/json', ...headers]
    return statusOf(await send(request(`PATCH ${path}`, all, APPROVE)))
  }

  test('is refused where only one value is allowed', async () => {
    expect(await change('Authorization: Bearer another')).toBe(401)
    expect(await change('Idempotency-Key: key-number-000001', 'Idempotency-Key: key-2')).toBe(400)
  })

  test('is parsed as a list where the standard allows a list', async () => {
    expect(await change('If-Match: "98"', 'If-Match: "99"')).toBe(412)
    expect(await change('If-Match: "98"', 'If-Match: "1"')).toBe(200)
    expect(await change('If-Match: "1"', 'If-Match: nonsense')).toBe(400)
  })
})

test('a body is parsed as JSON whatever its content type', async () => {
  for (const type of ['text/xml', 'application/json; charset=utf-16', 'multipart/form-data', 'x']) {
    const headers = [bearer(), 'Content-Type: '.concat(type), 'Content-Length: 3']
    const answer = await send(request(`PATCH ${path}`, headers, '<a>'))
    expect(statusOf(answer)).toBe(400)
    expect(answer).toContain('"code":"not-json"')
  }
})

test('answers do not reveal the server software', async () => {
  const answers = [await send(request('GET /api/healthz')), await send(request('GET /nothing'))]
  for (const answer of answers) expect(answer).not.toMatch(/^(Server|X-Powered-By|Via):/im)
})

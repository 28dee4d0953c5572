import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createOutboundClient, OutboundError } from '#server/platform/outbound/outbound-service.ts'
import { PUBLIC_ADDRESS as PUBLIC } from '#tests/support/server/push-service.ts'
import { startTunnelProxy } from './tunnel-proxy.ts'

const PRIVATE = '10.1.2.3'
const MAX_BYTES = 1000
const PHOTO = 'https://estate.example/photo'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

let answers: Record<string, Answer>
let asked: string[]
let port: number

beforeEach(async () => {
  answers = {}
  asked = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(`${request.headers.host}${path}`)
    const answer = answers[path]
    if (answer) answer(response, request)
    else response.writeHead(404).end('a long explanation')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port // safe cast: the server listens on a port
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
})

/** Downloads `url`. Connects to the local server without TLS, whatever the host is, and records the intended hosts. */
async function download(
  url: string,
  { resolve = async (_host: string) => [PUBLIC], wholeMs = 5_000 } = {},
) {
  const targets: string[] = []
  const sink = makeSink()
  const client = createOutboundClient({
    resolve,
    connect: async (target) => {
      targets.push(`${target.host} ${target.address} ${target.port}`)
      return connect({ host: '127.0.0.1', port })
    },
  })
  const order = { url, maxBytes: MAX_BYTES, openSink: sink.open, wholeMs }
  const result = await client.download(order).catch((error: unknown) => {
    if (!(error instanceof OutboundError)) throw error
    return error.kind
  })
  return { result, targets, opened: sink.opened(), body: sink.body() }
}

function leadTo(location: string, status = 302): Answer {
  return (response) => response.writeHead(status, { Location: location }).end('a long page')
}

test.each([
  ['https', 443],
  ['http', 80],
])('a photo that is downloaded by %s is stored as it was sent', async (scheme, wanted) => {
  answers['/photo?size=2'] = (response) => response.end('pixels')
  const got = await download(`${scheme}://estate.example/photo?size=2`)
  expect(got).toMatchObject({
    result: 200,
    targets: [`estate.example ${PUBLIC} ${wanted}`],
    opened: 1,
  })
  expect(got.body.toString()).toBe('pixels')
  expect(asked).toEqual(['estate.example/photo?size=2'])
})

test.each([
  'http://estate.example:8080/',
  'https://estate.example:8443/',
  'https://estate.example:80/',
  'http://me:word@estate.example/',
  'https://me@estate.example/',
  'http://127.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:10.1.2.3]/',
  'http://2130706433/',
  'ftp://estate.example/',
  'file:///etc/passwd',
  'no address',
])(
  'a download from %s is refused before a request is sent to it, also after a redirect',
  async (url) => {
    expect(await download(url)).toMatchObject({ result: 'refused', targets: [], opened: 0 })
    if (!URL.canParse(url)) return // as a redirect target, this text is a relative URL, which is allowed
    answers['/photo'] = leadTo(url)
    const led = await download('http://estate.example/photo')
    expect(led).toMatchObject({ result: 'refused', opened: 0 })
    expect(led.targets).toEqual([`estate.example ${PUBLIC} 80`])
  },
)

test.each([PRIVATE, '::ffff:127.0.0.1', '169.254.169.254', 'fd00::1'])(
  'a redirect to a host name that resolves to %s is refused',
  async (address) => {
    answers['/photo'] = leadTo('https://inside.example/secret')
    const resolve = async (host: string) => (host === 'inside.example' ? [address] : [PUBLIC])
    expect(await download(PHOTO, { resolve })).toMatchObject({
      result: 'refused',
      targets: [`estate.example ${PUBLIC} 443`],
    })
  },
)

test('the host of each URL is resolved once, also after a redirect, and only the checked address is used', async () => {
  answers['/photo'] = leadTo('/again')
  answers['/again'] = (response) => response.end('pixels')
  const left = [PUBLIC, PRIVATE]
  const resolve = async () => [left.shift() ?? PRIVATE]
  expect(await download('https://estate.example/again', { resolve })).toMatchObject({ result: 200 })
  left.splice(0, left.length, PUBLIC, PRIVATE)
  expect(await download(PHOTO, { resolve })).toMatchObject({ result: 'refused', opened: 0 })
  expect(asked).toEqual(['estate.example/again', 'estate.example/photo'])
})

test.each([301, 302, 303, 307, 308])(
  'three redirects of status %i are followed, and a fourth is refused',
  async (status) => {
    answers['/1'] = leadTo('/2', status)
    answers['/2'] = leadTo('//files.example/3', status)
    answers['/3'] = leadTo('https://files.example/4', status)
    answers['/4'] = (response) => response.end('pixels')
    const got = await download('http://estate.example/1')
    expect(got.result).toBe(200)
    expect(got.targets.at(-1)).toBe(`files.example ${PUBLIC} 443`)
    answers['/photo'] = leadTo('/1', status)
    const more = await download('http://estate.example/photo')
    expect(more).toMatchObject({ result: 'refused', opened: 0 })
    expect(more.targets).toHaveLength(4)
  },
)

test('a redirect loop ends, and a redirect from https to http is refused', async () => {
  answers['/photo'] = leadTo(PHOTO)
  expect(await download(PHOTO)).toMatchObject({ result: 'refused' })
  expect(asked).toHaveLength(4)
  answers['/photo'] = leadTo('http://estate.example/plain')
  expect(await download(PHOTO)).toMatchObject({ result: 'refused' })
  expect(asked).toHaveLength(5)
})

test.each<[string, Answer, number]>([
  [
    'announces more bytes than allowed',
    (response) => response.writeHead(200, { 'Content-Length': MAX_BYTES + 1 }).write('x'),
    0,
  ],
  ['sends more bytes than allowed', (response) => repeat(response, Buffer.alloc(300)), 1],
])('a download fails as too large if the answer %s', async (_, answer, opened) => {
  answers['/photo'] = answer
  const got = await download(PHOTO)
  expect(got).toMatchObject({ result: 'too-large', opened })
  expect(got.body.length).toBeLessThanOrEqual(MAX_BYTES)
})

test('a download requests no compression, and stores a compressed answer as it arrives', async () => {
  const bomb = gzipSync(Buffer.alloc(500_000))
  answers['/photo'] = (response, { headers }) => {
    expect(headers['accept-encoding']).toBe('identity')
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb)
  }
  const got = await download(PHOTO)
  expect(got.result).toBe(200)
  expect(got.body).toEqual(bomb)
})

test.each<[string, Answer]>([
  ['never ends', (response) => response.write('x')],
  ['never begins', () => {}],
  ['sends a byte from time to time', (response) => repeat(response, 'x')],
  [
    'ends before its length',
    (response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('x')
      setTimeout(() => response.destroy(), 10)
    },
  ],
])('a download fails if the answer %s', async (_, answer) => {
  answers['/photo'] = answer
  expect(await download(PHOTO, { wholeMs: 200 })).toMatchObject({ result: 'failed' })
})

test.each([204, 304, 404, 410, 429, 500, 503])(
  'a download that is answered with %i returns this status and does not open the sink',
  async (status) => {
    answers['/photo'] = (response) => response.writeHead(status).end()
    expect(await download(PHOTO)).toMatchObject({ result: status, opened: 0 })
  },
)

test('a download fails if its bytes cannot be written to the sink', async () => {
  answers['/photo'] = (response) => response.end('pixels')
  const client = createOutboundClient({
    resolve: async () => [PUBLIC],
    connect: async () => connect({ host: '127.0.0.1', port }),
  })
  const openSink = () => new Writable({ write: (_c, _e, done) => done(new Error('no space')) })
  const trouble = client.download({ url: PHOTO, maxBytes: MAX_BYTES, openSink })
  await expect(trouble).rejects.toMatchObject({ kind: 'failed', cause: { message: 'no space' } })
})

test('a download by http asks the proxy for a tunnel to the checked IP address, not to the host name', async () => {
  answers['/photo'] = (response) => response.end('pixels')
  const { host, tunnels } = await startTunnelProxy((socket) => {
    const target = connect({ host: '127.0.0.1', port })
    socket.pipe(target).pipe(socket)
    socket.on('error', () => target.destroy())
  })
  const client = createOutboundClient({ resolve: async () => [PUBLIC], proxy: `http://${host}` })
  const sink = makeSink()
  const url = 'http://estate.example/photo'
  expect(await client.download({ url, maxBytes: MAX_BYTES, openSink: sink.open })).toBe(200)
  expect(tunnels).toMatchObject([{ url: `${PUBLIC}:80` }])
  expect(asked).toEqual(['estate.example/photo'])
  expect(sink.body().toString()).toBe('pixels')
})

/** Sends a chunk every 10 ms, until the client closes the connection. */
function repeat(response: ServerResponse, chunk: string | Buffer): void {
  const timer = setInterval(() => response.write(chunk), 10)
  response.on('close', () => clearInterval(timer))
}

function makeSink() {
  const written: Buffer[] = []
  let opened = 0
  return {
    open() {
      opened += 1
      return new Writable({
        write(chunk: Buffer, _encoding, done) {
          written.push(chunk)
          done()
        },
      })
    },
    opened: () => opened,
    body: () => Buffer.concat(written),
  }
}

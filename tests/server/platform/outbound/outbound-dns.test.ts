import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { resolveByDns } from '#server/platform/outbound/outbound-dns.ts'

const A = 1
const AAAA = 28
const NO_SUCH_NAME = 3

/** Starts a name server for the running test, which knows one host by these addresses (in bytes). */
async function startNameServer(known: Readonly<Record<number, readonly (readonly number[])[]>>) {
  const server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5)
    const type = question.readUInt16BE(question.length - 4)
    const answers = (known[type] ?? []).map((bytes) =>
      // A pointer to the name in the question, the type, class IN, 60 s, and the address (RFC 1035, section 4.1.3).
      Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]),
    )
    const isKnown = Object.keys(known).length > 0
    const head = Buffer.from([
      0x81,
      isKnown ? 0x80 : 0x80 | NO_SUCH_NAME,
      0,
      1,
      0,
      answers.length,
      0,
      0,
      0,
      0,
    ])
    server.send(Buffer.concat([query.subarray(0, 2), head, question, ...answers]), port, address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return [`127.0.0.1:${server.address().port}`]
}

const never = () => new AbortController().signal
const V6 = [0x26, 0x06, 0x28, 0, 0x02, 0x20, 0, 1, 0x02, 0x48, 0x18, 0x93, 0x25, 0xc8, 0x19, 0x46]

test('the addresses of a host are listed in turn, beginning with IPv4', async () => {
  const both = await startNameServer({
    [A]: [
      [93, 184, 216, 34],
      [93, 184, 216, 35],
    ],
    [AAAA]: [V6],
  })
  const listed = await resolveByDns('hooks.example', never(), both)
  expect(listed).toHaveLength(3)
  expect(listed[1]).toBe('2606:2800:220:1:248:1893:25c8:1946')
  expect([listed[0], listed[2]].sort()).toEqual(['93.184.216.34', '93.184.216.35'])
})

test('a host with addresses of only one kind is found', async () => {
  const four = await startNameServer({ [A]: [[93, 184, 216, 34]] })
  expect(await resolveByDns('hooks.example', never(), four)).toEqual(['93.184.216.34'])
  const six = await startNameServer({ [AAAA]: [V6] })
  expect(await resolveByDns('hooks.example', never(), six)).toHaveLength(1)
})

test('the look-up of an unknown host fails, and so does one that is aborted', async () => {
  const none = await startNameServer({})
  await expect(resolveByDns('hooks.example', never(), none)).rejects.toMatchObject({
    code: 'ENOTFOUND',
  })
  const silent = createSocket('udp4').bind(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const ending = new AbortController()
  const asked = once(silent, 'message')
  const found = resolveByDns('hooks.example', ending.signal, [`127.0.0.1:${silent.address().port}`])
  await asked
  ending.abort()
  await expect(found).rejects.toMatchObject({ code: 'ECANCELLED' })
})

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

// What PgBouncer does to the parameters of a connection's first message, by default and with
// ignore_startup_parameters: https://www.pgbouncer.org/config.html#ignore_startup_parameters

const HEAD_BYTES = 8 // the length and the version of the protocol
const TIMEOUT = /_timeout$/

/** Starts a pooler before PostgreSQL that refuses or drops the timeouts of a connection. */
export async function startPooler(
  target: { host: string; port: number },
  manner: 'refuse' | 'drop',
): Promise<{ port: number; close(): void }> {
  const open = new Set<Socket>()
  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => client.destroy())
    client.once('data', (first) => {
      const { head, pairs } = readStartup(first)
      const refused = pairs.find(([name]) => TIMEOUT.test(name))
      if (refused && manner === 'refuse') return client.end(refusalOf(refused[0]))
      const upstream = connect(target)
      open.add(upstream)
      upstream.on('error', () => client.destroy())
      upstream.write(
        writeStartup(
          head,
          pairs.filter(([name]) => !TIMEOUT.test(name)),
        ),
      )
      client.pipe(upstream).pipe(client)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // The cast is safe: the server listens on a port.
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}

type Pair = readonly [name: string, value: string]

function readStartup(message: Buffer): { head: Buffer; pairs: Pair[] } {
  const texts = message.subarray(HEAD_BYTES).toString('utf8').split('\0')
  const pairs: Pair[] = []
  for (let at = 0; texts[at]; at += 2) pairs.push([texts[at] ?? '', texts[at + 1] ?? ''])
  return { head: message.subarray(4, HEAD_BYTES), pairs }
}

function writeStartup(version: Buffer, pairs: readonly Pair[]): Buffer {
  const text = Buffer.from(`${pairs.map((pair) => `${pair.join('\0')}\0`).join('')}\0`)
  const length = Buffer.alloc(4)
  length.writeInt32BE(HEAD_BYTES + text.length)
  return Buffer.concat([length, version, text])
}

function refusalOf(name: string): Buffer {
  const fields = ['SFATAL', 'C08P01', `Munsupported startup parameter: ${name}`]
  const text = Buffer.from(`${fields.map((field) => `${field}\0`).join('')}\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(4 + text.length, 1)
  return Buffer.concat([head, text])
}

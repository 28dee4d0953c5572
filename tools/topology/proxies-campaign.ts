import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApi } from '#tests/server/server-process.ts'
import { startExample } from './proxy-examples.ts'
import { makeTlsFetch } from './tls-fetch.ts'
import { OPERATOR } from './two-behind-tls.ts'

// Plays the proxies of deploy/ that are installed: what "What your proxy must do" in docs/operations.md asks of them.

const IMPORT_BYTES = 20_000_000 // the server's limit for a file of listings
const PROGRAMS = ['nginx', 'caddy'] as const

export async function playProxies(say: (what: string, holds: boolean) => void): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'proxies-'))
  const api = await startApi({
    DATA_DIR: dataDir,
    SEED: 'demo',
    APP_SECRET: 'a secret that only tests know, 1234',
    ADMIN_PASSWORD: OPERATOR.password,
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_URL: 'https://localhost',
    LOG_LEVEL: 'silent',
  })
  try {
    for (const program of PROGRAMS) {
      const proxy = await startExample(program, api.url)
      if (!proxy) console.log(`skipped: ${program} is not installed`)
      else {
        try {
          await proxy.ready()
          await check(program, proxy, say)
        } finally {
          await proxy.close()
        }
      }
    }
  } finally {
    await api.stop('SIGKILL')
    rmSync(dataDir, { recursive: true })
  }
}

async function check(
  program: string,
  { url, cert }: { url: string; cert: string },
  say: (what: string, holds: boolean) => void,
): Promise<void> {
  const fetch = makeTlsFetch(cert)
  try {
    const signedIn = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(OPERATOR),
    })
    const { token } = JSON.parse(await signedIn.text())
    say(`${program}: a sign-in passes`, signedIn.status === 200)
    const hsts = signedIn.headers.get('strict-transport-security')
    say(`${program}: the server learns that the client used HTTPS`, hsts !== null)
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/octet-stream' }
    const row = 'PUNE-1,Pune\n'
    const body = `ref,city\n${row.repeat(IMPORT_BYTES / row.length)}`.slice(0, IMPORT_BYTES)
    const imports = `${url}/api/admin/imports?name=flats.csv`
    const imported = await fetch(imports, { method: 'POST', headers, body })
    // The server refuses so many rows with its own code; a proxy's page has none.
    const { success, code } = JSON.parse(await imported.text())
    say(`${program}: an import of 20 MB reaches the server`, success === true || code !== undefined)
    const ranged = await fetch(`${url}/media/people/p01.webp`, { headers: { Range: 'bytes=0-9' } })
    const { byteLength } = await ranged.arrayBuffer()
    say(`${program}: a range of a file passes`, ranged.status === 206 && byteLength === 10)
  } finally {
    fetch.close()
  }
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSelfSigned } from '#tests/support/server/self-signed.ts'

// Runs the proxies of deploy/ as installed programs, with their example files, in front of a server process.

const DEPLOY = join(import.meta.dirname, '../../deploy')
const TRIES = 200 // connections to a starting program
const PAUSE_MS = 50

export type ProxyProgram = 'nginx' | 'caddy'

/** Null if the program is not installed. */
export async function startExample(program: ProxyProgram, target: string) {
  const version = spawnSync(program, [program === 'nginx' ? '-v' : 'version'])
  if (version.error) return null
  const folder = mkdtempSync(join(tmpdir(), `${program}-`))
  const port = await findPort()
  const { key, cert } = makeSelfSigned()
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key)
  const file = join(folder, program)
  const host = new URL(target).host
  writeFileSync(
    file,
    program === 'nginx' ? nginxFile(folder, port, host) : caddyFile(port, host, folder),
  )
  const args =
    program === 'nginx'
      ? ['-p', folder, '-e', join(folder, 'errors'), '-c', file]
      : ['run', '--adapter', 'caddyfile', '--config', file]
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, args, { env, stdio: 'ignore' })
  const url = `https://127.0.0.1:${port}`
  return {
    url,
    cert,
    /** @throws if the program ended or does not listen */
    ready: () => waitForPort(child, port),
    async close() {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The example between the blocks that a main file has, with this machine's port, server and certificate. */
function nginxFile(folder: string, port: number, host: string): string {
  const example = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8')
    .replace('server 127.0.0.1:3000', `server ${host}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/ssl/marketplace.pem', join(folder, 'cert.pem'))
    .replace('/etc/ssl/marketplace.key', join(folder, 'key.pem'))
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  return `daemon off;\nmaster_process off;\npid ${join(folder, 'pid')};\nevents {}\nhttp {\naccess_log off;\n${paths}\n${example}\n}\n`
}

function caddyFile(port: number, host: string, folder: string): string {
  const example = readFileSync(join(DEPLOY, 'Caddyfile'), 'utf8')
    .replace(
      '{$SITE_ADDRESS} {',
      `https://127.0.0.1:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
    )
    .replace('app-1:3000 app-2:3000', host)
  return `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${example}`
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a listening TCP server has a port
  server.close()
  await once(server, 'close')
  return port
}

async function waitForPort(child: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (child.exitCode !== null) throw new Error('the proxy ended: its file is refused')
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.on('connect', () => resolve(true))
      socket.on('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error('the proxy does not listen')
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { call } from '#tests/server/api-call.ts'
import { makeUploadCalls } from '#tests/server/listings/uploads/upload-calls.ts'
import { startBuiltApi } from '#tests/server/server-process.ts'
import { watchMachine, writeReport } from '#tools/bench/bench-report.ts'
import { addMember } from '#tools/bench/intake-people.ts'
import { ATTACKS, type Attack } from './attack-list.ts'
import type { Watched } from './resource-probe.ts'

// `npm run bench -- parsers` sends hostile and large files to a built server, and measures its memory, its children's, and
// how fast it answers others meanwhile. Writes docs/bench-parsers.md. `-- --before <folder>` compares another checkout,
// whose packages are installed. `--only <name>` measures one file, and writes nothing.

const PROBE = join(import.meta.dirname, 'resource-probe.ts')
const CHUNK_BYTES = 5_000_000
const MOST_MS = 90_000
const PASSWORD = 'a long operator password'
const HEAD = [
  '| File | Memory before | after | Health p99 before | after | Time before | after | Answer before | after |',
  '| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |',
]

interface Figures extends Watched {
  seconds: number
  answer: string
}

const { values } = parseArgs({
  options: { before: { type: 'string' }, only: { type: 'string', multiple: true, default: [] } },
})
const describeMachine = watchMachine()
const chosen = ATTACKS.filter(({ name }) => values.only.length === 0 || values.only.includes(name))
const rows: string[] = []
for (const attack of chosen) {
  const file = await attack.make()
  const before =
    values.before === undefined ? null : await measure(attack, file, resolve(values.before))
  const after = await measure(attack, file, resolve('.'))
  rows.push(writeRow(attack, before, after))
  console.error(rows.at(-1))
}
const table = [...HEAD, ...rows].join('\n')
console.log(table)
if (chosen.length === ATTACKS.length)
  writeReport(
    'bench-parsers',
    {
      command: `npm run bench -- parsers${values.before === undefined ? '' : ' -- --before <folder>'}`,
      detail: 'one run of each',
      machine: describeMachine(),
    },
    table,
  )

function writeRow({ what }: Attack, before: Figures | null, after: Figures): string {
  const pair = (write: (figures: Figures) => string) => [before ? write(before) : '', write(after)]
  const cells = [
    what,
    ...pair(({ peakMb }) => `${Math.round(peakMb)} MB`),
    ...pair(({ healthP99Ms }) => `${Math.round(healthP99Ms)} ms`),
    ...pair(({ seconds }) => `${seconds.toFixed(1)} s`),
    ...pair(({ answer }) => answer),
  ]
  return `| ${cells.join(' | ')} |`
}

async function measure({ kind, senders }: Attack, file: Buffer, folder: string): Promise<Figures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parsers-bench-'))
  const env = { DATA_DIR: dataDir, SEED: 'none', LOG_LEVEL: 'error', ADMIN_PASSWORD: PASSWORD }
  const server = await startBuiltApi({ ...env, MALLOC_ARENA_MAX: '2' }, folder) // as the earlier Dockerfile set it
  try {
    const send =
      kind === 'sheet'
        ? [await prepareSheet(server, file)]
        : await prepareUploads(server, { dataDir, file, senders })
    const probe = await startProbe(server.child.pid ?? 0, server.url)
    const startedAt = performance.now()
    const answers = await Promise.all(send.map((one) => tellAnswer(one)))
    const seconds = (performance.now() - startedAt) / 1_000
    return { ...(await endProbe(probe)), seconds, answer: [...new Set(answers)].join('; ') }
  } finally {
    await server.stop('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
}

type Server = Parameters<typeof call>[0]
type Sending = () => ReturnType<typeof call>

/** Uploads the files; the returned functions finish the uploads, which parses the files. */
async function prepareUploads(
  server: Server,
  { dataDir, file, senders }: { dataDir: string; file: Buffer; senders: number },
): Promise<Sending[]> {
  const sendings: Sending[] = []
  for (let number = 0; number < senders; number += 1) {
    const uploads = makeUploadCalls(server, await addMember(dataDir, number))
    const id = await uploads.open(file.length)
    for (let at = 0; at < file.length; at += CHUNK_BYTES)
      await uploads.patch(id, at, file.subarray(at, at + CHUNK_BYTES))
    sendings.push(() => uploads.finish(id, number.toString(16).padStart(24, 'a')))
  }
  return sendings
}

async function prepareSheet(server: Server, body: Buffer): Promise<Sending> {
  const sign = { email: 'operator@marketplace.example', password: PASSWORD }
  const { json } = await call(server, 'POST', '/api/auth/login', { body: sign })
  const token = String(json['token'])
  const headers = { 'Content-Type': 'application/octet-stream' }
  return () => call(server, 'POST', '/api/admin/imports?name=far', { token, body, headers })
}

/** Repeats a request that is not finished, as the app does, until the time is over. */
async function tellAnswer(send: Sending): Promise<string> {
  const over = AbortSignal.timeout(MOST_MS)
  const ended = new Promise<string>((tell) =>
    over.addEventListener('abort', () => tell('none in 90 s')),
  )
  const answered = send().then(
    ({ status, json }) => (status === 200 ? 'accepted' : `${status}: ${String(json['error'])}`),
    () => 'the server ended',
  )
  return Promise.race([answered, ended])
}

async function startProbe(pid: number, url: string): Promise<ChildProcess> {
  const probe = spawn(process.execPath, ['--import', 'tsx', PROBE, String(pid), url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (probe.stdout) await once(probe.stdout, 'data')
  return probe
}

async function endProbe(probe: ChildProcess): Promise<Watched> {
  if (!probe.stdout) throw new Error('the probe has no output')
  const said = text(probe.stdout)
  probe.kill('SIGTERM')
  // The cast is safe: resource-probe.ts wrote it.
  return JSON.parse(await said) as Watched
}

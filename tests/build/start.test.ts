import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashFileIn, hashInputs, ROOT } from '#build/input-hash.js'

const PROCESS_MS = 60_000 // longest time to start npm and Node while other tests run

/** A copy of the files that `npm start` uses, with the compiled server and a stub app. */
let project: string
let dist: string

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'project-'))
  dist = join(project, 'dist')
  for (const path of ['build', 'package.json', 'server/platform/openapi/docs.css'])
    cpSync(join(ROOT, path), join(project, path), { recursive: true })
  mkdirSync(join(project, 'src'))
  mkdirSync(dist)
  writeFileSync(join(dist, 'index.html'), '<title>The app</title>')
  const compile =
    "import { compileServer } from './build/server-build.js'; await compileServer(process.argv[1])"
  const args = ['--input-type=module', '-e', compile, join(dist, '.server')]
  execFileSync(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  writeFileSync(hashFileIn(dist), hashInputs(project))
}, PROCESS_MS)
afterAll(() => rmSync(project, { recursive: true }))

function run(command: string, args: string[], dataDir = join(project, 'data')) {
  const child = spawn(command, args, {
    cwd: project,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', SEED: 'none', DATA_DIR: dataDir },
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.err += chunk
  })
  return { child, said, ended: once(child, 'close') }
}

async function waitForUrl({ child, said }: { child: ChildProcess; said: { out: string } }) {
  while (!/password:.*\n/.test(said.out) && child.exitCode === null)
    await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'close')])
  return /http:\/\/[\w.:]+/.exec(said.out)?.[0] ?? said.out
}

describe('npm', { timeout: PROCESS_MS }, () => {
  beforeAll(() => symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules')))
  afterAll(() => rmSync(join(project, 'node_modules')))

  test.each([
    ['start', 'serves a build of the present sources'],
    ['run serve', 'serves a build'],
  ])('%s %s; SIGTERM then ends the server and releases its data folder', async (command) => {
    const npm = run('npm', command.split(' '))
    const url = await waitForUrl(npm)
    expect((await fetch(`${url}/api/readyz`)).status).toBe(200)
    npm.child.kill('SIGTERM')
    // Resolves when every process, orphans included, has closed npm's output pipes.
    await npm.ended
    await expect(fetch(`${url}/api/healthz`)).rejects.toThrow('fetch failed')
  })
})

describe('npm start', { timeout: PROCESS_MS }, () => {
  test.each([
    [
      'that was made from other sources',
      () => writeFileSync(join(project, 'src/new.ts'), ''),
      'The build in dist is of other sources',
    ],
    ['that was interrupted', () => rmSync(hashFileIn(dist)), 'The app is not built'],
  ])(
    'without the development packages, refuses a build %s and prints the command that makes a new build',
    async (_, change, what) => {
      change()
      const { ended, said } = run(process.execPath, ['build/start.js'])
      expect(await ended).toEqual([1, null])
      expect(said.err).toBe(
        `${what}, and the packages to build it are not installed: run "npm ci && npm run build".\n`,
      )
    },
  )
})

test('the compiled server imports every package of "dependencies", and no other package', () => {
  const folder = join(dist, '.server')
  const importing = /(?:^import[^'"]*|\b(?:import|require)\()["']([^'"]+)["']/gm
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(importing)])
    .map(([, source = '']) => source)
  const packages = sources
    .filter((source) => !/^(\.|node:)/.test(source) && !builtinModules.includes(source))
    .map((source) => /^(@[^/]+\/)?[^/]+/.exec(source)?.[0])
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  // hono-openapi would import zod for a zod schema, but the server has no such schema.
  const imported = new Set(packages.filter((name) => name !== 'zod'))
  expect([...imported].sort()).toEqual(Object.keys(dependencies).sort())
})

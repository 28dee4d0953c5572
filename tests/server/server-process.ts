import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Runs a TypeScript file of `server/` in its own process, with `env` instead of the environment variables of the tests.
 * By default, PAN_KEY is the key of the tests. Pass an empty PAN_KEY to run without a key.
 */
export function runProgram(
  file: string,
  env: Record<string, string>,
  args: string[] = [],
  folder = ROOT,
) {
  return runNode(['--import', 'tsx', join(folder, 'server', file), ...args], env, folder)
}

function runNode(args: string[], env: Record<string, string>, folder = ROOT) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', PAN_KEY: TEST_PAN_KEY, ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({
    code: code as number | null,
    stdout,
    stderr,
  }))
  return { child, ended, said: () => stdout }
}

/** Runs the command line, as `npm run manage` does. */
export function manage(args: string[], env: Record<string, string>) {
  return runProgram('cli/manage.ts', env, args).ended
}

/**
 * Starts a server process from the sources in `folder`, by default without the app, and waits until it prints that it
 * has started.
 * @throws if it ends before
 */
export function startApi(env: Record<string, string>, args = ['--api-only'], folder = ROOT) {
  return waitForStart(runProgram('main/serve.ts', env, args, folder))
}

/** Starts a server process without the app as `npm start` does: from the build, which is renewed if sources changed. */
export function startBuiltApi(env: Record<string, string>, folder = ROOT) {
  return waitForStart(runNode([join(folder, 'build/start.js'), '--api-only'], env, folder))
}

async function waitForStart(program: ReturnType<typeof runNode>) {
  const early = program.ended.then(({ stderr }) => {
    throw new Error(`the server ended: ${stderr}`)
  })
  // Avoids an unhandled rejection when the process ends after its start, where callers await `ended` instead.
  early.catch(() => undefined)
  while (!/password:.*\n/.test(program.said()))
    await Promise.race([once(program.child.stdout, 'data'), early])
  const url = /http:\/\/[\w.:[\]]+/.exec(program.said())?.[0] ?? ''
  const password = /password: (\S+) {2}\(shown/.exec(program.said())?.[1] ?? null
  return {
    ...program,
    url,
    /** For `call` of api-call.ts. */
    app: { request: (path: string, init?: RequestInit) => fetch(`${url}${path}`, init) },
    password,
    async stop(signal: NodeJS.Signals = 'SIGINT') {
      program.child.kill(signal)
      return program.ended
    },
  }
}

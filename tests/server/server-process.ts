import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { TEST_PAN_KEY } from '#tests/support/test-pans.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Runs one of the server's programs in its own process, without the environment variables of the tests.
 * By default, PAN_KEY is the key of the tests; an empty PAN_KEY means no key.
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

/** Runs a subcommand of `npm run manage`. */
export function manage(args: string[], env: Record<string, string>) {
  return runProgram('cli/manage.ts', env, args).ended
}

/**
 * Starts the API, by default without the app and from this checkout, and waits for the output of a
 * successful start.
 * @throws when it exits instead
 */
export function startApi(env: Record<string, string>, args = ['--api-only'], folder = ROOT) {
  return waitForStart(runProgram('serve.ts', env, args, folder))
}

/** Starts the API as `npm start` does: from the build, after rebuilding it if sources changed. */
export function startBuiltApi(env: Record<string, string>) {
  return waitForStart(runNode(['build/start.js', '--api-only'], env))
}

async function waitForStart(program: ReturnType<typeof runNode>) {
  const early = program.ended.then(({ stderr }) => {
    throw new Error(`the server ended: ${stderr}`)
  })
  // Avoids an unhandled rejection when the process exits later; callers then await `ended`.
  early.catch(() => undefined)
  while (!/password:.*\n/.test(program.said()))
    await Promise.race([once(program.child.stdout, 'data'), early])
  const url = /http:\/\/[\w.:[\]]+/.exec(program.said())?.[0] ?? ''
  const password = /password: (\S+) {2}\(shown/.exec(program.said())?.[1] ?? null
  return {
    ...program,
    url,
    password,
    async stop(signal: NodeJS.Signals = 'SIGINT') {
      program.child.kill(signal)
      return program.ended
    },
  }
}

import { once } from 'node:events'
import { readJson } from '#tests/server/api-call.ts'
import { runProgram } from '#tests/server/server-process.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { type SmtpInbox, startSmtpInbox } from '#tests/support/server/smtp-inbox.ts'

/** Timeout of tests that start two processes, which compile TypeScript while other tests run. */
export const PROCESS_MS = 60_000

/** Two processes that serve the API from one database, and a test server in this process on the same database. */
export interface TwoProcesses {
  server: TestServer
  inbox: SmtpInbox
  /** Sends a request to one of the two processes, by default with the method POST. */
  ask(
    which: 0 | 1,
    path: string,
    options: { body?: object; token?: string; method?: string },
  ): Promise<{ status: number; json: ReturnType<typeof readJson> }>
  close(): Promise<void>
}

export async function startTwoProcesses(): Promise<TwoProcesses> {
  const inbox = await startSmtpInbox()
  const server = await startTestServer({ seed: 'none' })
  const start = () => startProcess(server.place, inbox.url)
  const processes = await Promise.all([start(), start()])
  return {
    server,
    inbox,
    async ask(which, path, { body, token, method = 'POST' }) {
      const response = await fetch(`${processes[which]?.url}/api${path}`, {
        method,
        headers: {
          'Content-Type': 'application/json',
          ...(token && { Authorization: `Bearer ${token}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, json: readJson(await response.text()) }
    },
    async close() {
      for (const { stop } of processes) await stop()
      await server.close()
      await inbox.stop()
    },
  }
}

async function startProcess(place: string, mailUrl: string) {
  const file = '../tests/server/auth/api-process.ts'
  const { child, ended, said } = runProgram(file, {}, [place, mailUrl])
  const early = ended.then(({ stderr }) => {
    throw new Error(`the process ended: ${stderr}`)
  })
  while (!said().includes('\n')) await Promise.race([once(child.stdout, 'data'), early])
  const stop = () => {
    early.catch(() => undefined) // an exit is expected from here on
    child.kill()
    return ended
  }
  return { url: said().trim(), stop }
}

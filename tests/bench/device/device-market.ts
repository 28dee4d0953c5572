import * as v from 'valibot'
import {
  type Credentials,
  type SignInAnswer,
  SignInAnswerSchema,
} from '#src/domain/account/account.ts'
import { makeBenchMarket } from '#tests/bench/bench-market.ts'
import { startTestServer } from '#tests/support/server-fixture.ts'
import { type SlowLine, startSlowLine } from './slow-line.ts'

/** A backend that serves the app, behind a slow line. */
export interface DeviceMarket {
  line: SlowLine
  /** The backend's own address, for what brings a slow line of its own. */
  origin: string
  operator: Credentials
  /** Null where the backend has none. */
  endUser: Credentials | null
  close(): Promise<void>
}

/** The real server with so many listings; with the demo's own without a number. */
export async function openOwnMarket(distDir: string, listingCount?: number): Promise<DeviceMarket> {
  const server = await startTestServer({
    seed: listingCount === undefined ? 'demo' : makeBenchMarket(listingCount),
    isClockRunning: true,
    distDir,
  })
  const origin = await server.listen()
  const line = await startSlowLine(Number(new URL(origin).port))
  return {
    line,
    origin,
    operator: server.operator,
    endUser: server.demoUser,
    async close() {
      await line.close()
      await server.close()
    },
  }
}

/** Signs somebody in beside the measurements. @throws when the backend refuses */
export async function signInAt(origin: string, who: Credentials): Promise<SignInAnswer> {
  const { email, password } = who
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return v.parse(SignInAnswerSchema, await answer.json())
}

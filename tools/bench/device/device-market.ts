import * as v from 'valibot'
import {
  type Credentials,
  type SignInAnswer,
  SignInAnswerSchema,
} from '#src/domain/account/account.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { makeBenchMarket } from '#tools/bench/bench-market.ts'
import { fillMarket } from '#tools/bench/big-market.ts'
import { type SlowLine, startSlowLine } from './slow-line.ts'

/** A backend that serves the app through a simulated slow line. */
export interface DeviceMarket {
  line: SlowLine
  /** The backend's URL without the slow line, for tools that simulate a slow line themselves. */
  origin: string
  operator: Credentials
  /** Null if the backend has no end users. */
  endUser: Credentials | null
  close(): Promise<void>
}

/** Starts the real server with this many listings, or with the demo data if no number is given. */
export async function openOwnMarket(distDir: string, listingCount?: number): Promise<DeviceMarket> {
  const seed = listingCount === undefined ? 'demo' : makeBenchMarket(listingCount)
  return serve(await startTestServer({ seed, isClockRunning: true, isFlushed: true, distDir }))
}

/** Starts the real server with more listings than a device holds, and members, payments and loans in proportion. */
export async function openBigMarket(distDir: string, listings = 1_000_000): Promise<DeviceMarket> {
  const server = await startTestServer({ seed: 'none', isClockRunning: true, distDir })
  const [users, loans] = [Math.ceil(listings / 5), 1_000]
  await fillMarket(server.db, { listings, users, transactions: 10_000, loans }, server.clock.now())
  return serve(server)
}

async function serve(server: TestServer): Promise<DeviceMarket> {
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

/** Signs a person in with a direct call to the backend at `origin`. @throws if the backend refuses */
export async function signInAt(origin: string, who: Credentials): Promise<SignInAnswer> {
  const { email, password } = who
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return v.parse(SignInAnswerSchema, await answer.json())
}

import { Secret, TOTP } from 'otpauth'
import { call } from '#tests/server/api-call.ts'
import type { TestServer } from '#tests/support/server/server-fixture.ts'

export interface Enrolled {
  email: string
  password: string
  secret: string
  recoveryCodes: string[]
  /** The code that the authenticator app shows at the server's time plus `steps` times 30 s. */
  codeAt(steps?: number): string
}

const STEP_MS = 30_000

/**
 * Turns two-step sign-in on through the API. Then advances the clock by two time steps of 30 s,
 * so that `codeAt(-1)` and all later codes are unused.
 */
export async function enrol(
  server: TestServer,
  { email, password }: { email: string; password: string } = server.operator,
): Promise<Enrolled> {
  const token = await server.signIn({ email })
  const post = (path: string, body: object) =>
    call(server, 'POST', `/api/auth/second-factor${path}`, { token, body })
  const secret = String((await post('/setup', { password })).json['data']?.['secret'])
  const codeAt = (steps = 0) => codeOf(server, secret, steps)
  const confirmed = await post('/confirm', { code: codeAt() })
  const recoveryCodes = confirmed.json['data']?.['recoveryCodes'] as unknown as string[]
  server.clock.advance(2 * STEP_MS)
  return { email, password, secret, recoveryCodes, codeAt }
}

/** The code that an authenticator app with this secret shows at the server's time plus `steps` times 30 s. */
export function codeOf({ clock }: Pick<TestServer, 'clock'>, secret: string, steps = 0): string {
  const timestamp = clock.now().getTime() + steps * STEP_MS
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
}

/** Signs in with the password. Returns the challenge of the answer. */
export async function findChallenge(
  server: Pick<TestServer, 'app'>,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const answer = await call(server, 'POST', '/api/auth/login', { body: { email, password } })
  return String(answer.json['challenge'])
}

/** The audit entries in their order, each as its action and its new value. */
export async function listActions(server: TestServer): Promise<string[]> {
  const entries = await server.listAudit()
  return entries.map(({ action, to_value: to }) => (to === null ? action : `${action} ${to}`))
}

export function answerChallenge(server: Pick<TestServer, 'app'>, challenge: string, code: string) {
  return call(server, 'POST', '/api/auth/second-factor', { body: { challenge, code } })
}

/** Six digits that differ from the codes of the previous, the current and the next time step. */
export function wrongFactorCodeOf({ codeAt }: Enrolled): string {
  const right = [codeAt(-1), codeAt(), codeAt(1)]
  const wrong = ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))
  if (wrong === undefined) throw new Error('three codes cannot be four')
  return wrong
}

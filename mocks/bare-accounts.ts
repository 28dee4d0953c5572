import * as v from 'valibot'
import { type BareAnswer, failed, ok } from './bare-answer.ts'
import type { BareRecord } from './bare-records.ts'

export const BARE_OPERATOR = { email: 'admin@example.com', password: 'bare operator password' }
/** The one-time code that every account accepts. */
export const BARE_CODE = '123456'

export interface BareAccount {
  user: BareRecord & { _id: string; email: string; role: 'user' | 'admin' }
  password: string
  events: BareRecord[]
}

export interface BareAccounts {
  register(body: unknown): BareAnswer
  login(body: unknown): BareAnswer
  verify(body: unknown): BareAnswer
  findByToken(token: string | null): BareAccount | undefined
  /** Makes every token that was given out so far worthless. */
  endSessions(): void
}

const CredentialsBody = v.looseObject({ email: v.string(), password: v.string() })
const CodeBody = v.looseObject({ email: v.string(), otp: v.string() })

/** Who may sign in: the operator, and whoever registers. */
export function makeBareAccounts(): BareAccounts {
  const accounts = [makeOperator()]
  const sessions = new Map<string, BareAccount>()
  let tokens = 0

  function signIn(account: BareAccount): { user: BareRecord; token: string } {
    tokens += 1
    const token = `bare-token-${tokens}`
    sessions.set(token, account)
    return { user: account.user, token }
  }
  const findByEmail = (email: string) => accounts.find(({ user }) => user.email === email)

  return {
    register(body) {
      if (!v.is(CredentialsBody, body)) return failed(400, 'E-mail and password are required')
      if (findByEmail(body.email)) return failed(409, 'This e-mail address is already registered')
      const account = makeAccount(body, `user-${accounts.length}`)
      accounts.push(account)
      return ok(signIn(account))
    },
    login(body) {
      const account = v.is(CredentialsBody, body) ? findByEmail(body.email) : undefined
      const isRight = v.is(CredentialsBody, body) && body.password === account?.password
      return account && isRight ? ok(signIn(account)) : failed(401, 'Invalid credentials')
    },
    verify(body) {
      const account = v.is(CodeBody, body) ? findByEmail(body.email) : undefined
      const isRight = v.is(CodeBody, body) && body.otp === BARE_CODE
      if (!account || !isRight) return failed(400, 'Wrong code')
      return ok({ ...signIn(account), message: 'Verified successfully' })
    },
    findByToken: (token) => (token === null ? undefined : sessions.get(token)),
    endSessions: () => sessions.clear(),
  }
}

function makeOperator(): BareAccount {
  const { email, password } = BARE_OPERATOR
  return {
    user: { _id: 'operator', fullName: 'Operator', email, role: 'admin' },
    password,
    events: [],
  }
}

function makeAccount(body: v.InferOutput<typeof CredentialsBody>, id: string): BareAccount {
  const { password, ...fields } = body
  return { user: { ...fields, _id: id, role: 'user' }, password, events: [] }
}

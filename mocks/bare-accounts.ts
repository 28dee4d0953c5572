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

/** The part of the backend's state that holds accounts and sessions. */
export interface BareAccountState {
  accounts: BareAccount[]
  /** E-mail addresses by token. */
  sessions: Record<string, string>
}

export interface BareAccounts {
  register(body: unknown): BareAnswer
  login(body: unknown): BareAnswer
  verify(body: unknown): BareAnswer
  findByToken(token: string | null): BareAccount | undefined
  /** Invalidates every token issued so far. */
  endSessions(): void
}

const CredentialsBody = v.looseObject({ email: v.string(), password: v.string() })
const CodeBody = v.looseObject({ email: v.string(), otp: v.string() })

/** Initially the operator is the only account. */
export function makeAccountState(): BareAccountState {
  const { email, password } = BARE_OPERATOR
  const user = { _id: 'operator', fullName: 'Operator', email, role: 'admin' as const }
  return { accounts: [{ user, password, events: [] }], sessions: {} }
}

/** The calls for registration and sign-in. Changes the given state in place. */
export function makeBareAccounts(state: BareAccountState): BareAccounts {
  function signIn(account: BareAccount): { user: BareRecord; token: string } {
    const token = `bare-token-${crypto.randomUUID()}`
    state.sessions[token] = account.user.email
    return { user: account.user, token }
  }
  const findByEmail = (email: string) => state.accounts.find(({ user }) => user.email === email)

  return {
    register(body) {
      if (!v.is(CredentialsBody, body)) return failed(400, 'E-mail and password are required')
      if (findByEmail(body.email)) return failed(409, 'This e-mail address is already registered')
      const account = makeAccount(body, `user-${state.accounts.length}`)
      state.accounts.push(account)
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
    findByToken(token) {
      const email = token === null ? undefined : state.sessions[token]
      return email === undefined ? undefined : findByEmail(email)
    },
    endSessions() {
      state.sessions = {}
    },
  }
}

function makeAccount(body: v.InferOutput<typeof CredentialsBody>, id: string): BareAccount {
  const { password, ...fields } = body
  return { user: { ...fields, _id: id, role: 'user' }, password, events: [] }
}

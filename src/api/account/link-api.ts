import * as v from 'valibot'
import { envelopeOf } from '#src/api/answer-schemas.ts'
import { call } from '#src/api/http-client.ts'
import {
  ROLES,
  type Role,
  type SignInAnswer,
  SignInAnswerSchema,
} from '#src/domain/account/account.ts'
import {
  type Join,
  type LinkInfo,
  LinkInfoSchema,
  type LinkKind,
  type Reset,
} from '#src/domain/account/account-link.ts'

// The calls for invitations and password resets by single-use links, which a bare backend does not have. Each call
// throws ApiError; an unusable link is `refused` with 404 or 410 and a message.

/** POST /auth/read-link. Does not use up the link. */
export function readLink(kind: LinkKind, token: string): Promise<LinkInfo> {
  return post('/auth/read-link', envelopeOf(LinkInfoSchema), { kind, token })
}

/** POST /auth/join */
export function joinTeam(join: Join): Promise<SignInAnswer> {
  return post('/auth/join', SignInAnswerSchema, join)
}

/**
 * POST /auth/forgot-password; 409 without a mail server. Returns whether the mail server can be reached, not whether
 * the address has an account.
 */
export async function requestReset(email: string): Promise<boolean> {
  const { linkSent } = await post('/auth/forgot-password', RequestAnswer, { email })
  return linkSent
}

/** POST /auth/reset-password. Ends all sessions of the account and returns its role. */
export async function resetPassword(reset: Reset): Promise<Role> {
  const { role } = await post('/auth/reset-password', ResetAnswer, reset)
  return role
}

const RequestAnswer = v.looseObject({ linkSent: v.boolean() })
const ResetAnswer = v.looseObject({ role: v.picklist(ROLES) })

function post<Schema extends v.GenericSchema>(path: string, schema: Schema, body: object) {
  return call(path, schema, { method: 'POST', body, isSignIn: true })
}

import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { listStaff } from '#server/accounts/people/staff-repository.ts'
import type { Tables } from '#server/platform/database/schema.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import { NameSchema } from '#src/domain/account/person-name.ts'
import { looksLike } from './lookalike-name.ts'

const TAKEN =
  'Somebody on the team has this name, or one that looks the same. Add something that tells them apart, such as an initial.'

/**
 * The name of somebody on the team as it is stored. History, decisions and conflicts show people by their names, so two of
 * them must not look the same. @throws ServerError 400 with a message for `fullName`
 */
export async function requireStaffName(
  trx: Kysely<Tables>,
  { id, fullName }: { id: string; fullName: string },
): Promise<string> {
  const read = v.safeParse(NameSchema, fullName)
  if (!read.success) throw refuse(read.issues[0].message)
  const others = (await listStaff(trx)).filter((one) => one.id !== id)
  if (others.some((one) => one.fullName !== null && looksLike(one.fullName, read.output)))
    throw refuse(TAKEN)
  return read.output
}

function refuse(sentence: string): ServerError {
  return new ServerError(400, 'invalid-input', sentence, { fields: { fullName: sentence } })
}

import { existsSync, readFileSync } from 'node:fs'
import type { Mutation } from './mutation.ts'
import { AUTHENTICATION_MUTATIONS } from './mutations/authentication-mutations.ts'
import { CODING_MUTATIONS } from './mutations/coding-mutations.ts'
import { CONFIGURATION_MUTATIONS } from './mutations/configuration-mutations.ts'
import { CRYPTO_MUTATIONS } from './mutations/crypto-mutations.ts'
import { DATA_MUTATIONS } from './mutations/data-mutations.ts'
import { ENCODING_MUTATIONS } from './mutations/encoding-mutations.ts'
import { FRONTEND_MUTATIONS } from './mutations/frontend-mutations.ts'
import { HTTP_MUTATIONS } from './mutations/http-mutations.ts'
import { LOG_MUTATIONS } from './mutations/log-mutations.ts'
import { LOGIC_MUTATIONS } from './mutations/logic-mutations.ts'
import { SESSION_MUTATIONS } from './mutations/session-mutations.ts'
import { readSecurityRows, writeTestName } from './security-rows.ts'

export function listMutations(): Mutation[] {
  return [
    ...ENCODING_MUTATIONS,
    ...LOGIC_MUTATIONS,
    ...FRONTEND_MUTATIONS,
    ...HTTP_MUTATIONS,
    ...AUTHENTICATION_MUTATIONS,
    ...SESSION_MUTATIONS,
    ...CRYPTO_MUTATIONS,
    ...CONFIGURATION_MUTATIONS,
    ...DATA_MUTATIONS,
    ...CODING_MUTATIONS,
    ...LOG_MUTATIONS,
  ]
}

/** The mutations whose text is not in its file exactly once. */
export function findUnmatched(mutations: readonly Mutation[]): string[] {
  return mutations.flatMap(({ ids, file, find }) => {
    const times = existsSync(file) ? readFileSync(file, 'utf8').split(find).length - 1 : 0
    return times === 1 ? [] : [`${ids.join(', ')}: ${file} has ${times} times "${find}"`]
  })
}

/**
 * The tests of a row that no mutation of its rule turns red, and mutations for tests that the row
 * does not name.
 */
export function findGaps(): string[] {
  const key = (id: string, test: string) => `${id}: ${test}`
  const named = readSecurityRows().flatMap(({ ids, tests }) =>
    tests.map((test) => ({ ids, test: writeTestName(test) })),
  )
  const mutated = listMutations().flatMap(({ ids, red }) =>
    red.flatMap((test) => ids.map((id) => key(id, test))),
  )
  const known = new Set(mutated)
  const promised = new Set(named.flatMap(({ ids, test }) => ids.map((id) => key(id, test))))
  return [
    ...named
      .filter(({ ids, test }) => !ids.some((id) => known.has(key(id, test))))
      .map(({ ids, test }) => `no mutation for ${key(ids.join(', '), test)}`),
    ...mutated.filter((one) => !promised.has(one)).map((one) => `no row names ${one}`),
  ]
}

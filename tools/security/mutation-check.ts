import { existsSync, readFileSync } from 'node:fs'
import { listMutations, type Mutation } from './mutation.ts'
import { readSecurityRows, writeTestName } from './security-rows.ts'

/** The mutations whose `find` text does not occur exactly once in its file. */
export function findUnmatched(mutations: readonly Mutation[]): string[] {
  return mutations.flatMap(({ ids, file, find }) => {
    const times = existsSync(file) ? readFileSync(file, 'utf8').split(find).length - 1 : 0
    return times === 1 ? [] : [`${ids.join(', ')}: ${file} has ${times} times "${find}"`]
  })
}

/**
 * Compares the tests that docs/security.md and the mutations name for each requirement. Returns the
 * tests that only one of the two names.
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

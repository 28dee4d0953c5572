import { randomBytes } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'

// Argon2id for every stored password. A sign-in takes equally long with and without an account, so
// that its timing does not reveal which e-mail addresses are registered.

// Above the minimum of the OWASP Password Storage Cheat Sheet and of ASVS 5.0, appendix C.
const COST = { memoryCost: 47_104, timeCost: 2, parallelism: 1 }
const HASHES_AT_ONCE = 4 // 46 MiB each
const UNPADDED = /=+$/

let running = 0
const queue: (() => void)[] = []

/** Uses a random salt unless one is given. */
export function hashPassword(password: string, salt?: Buffer): Promise<string> {
  return inTurn(() => hash(password, salt ? { ...COST, salt } : COST))
}

export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  return passwordHash !== null && inTurn(() => verify(passwordHash, password))
}

/**
 * Finds the hash that matches the password; null for none. Hashes with the same salt cost one
 * computation, and an empty list costs one too, so that the timing does not reveal how many there
 * are.
 */
export async function findHashOf(
  password: string,
  hashes: readonly (string | null)[],
): Promise<string | null> {
  const present = hashes.filter((one) => one !== null)
  const recipes = new Map(
    (present.length > 0 ? present : [NOBODY]).map((one) => [recipeOf(one), one]),
  )
  let found: string | null = null
  for (const [recipe, like] of recipes) {
    const salt = Buffer.from(recipe.slice(recipe.lastIndexOf('$') + 1), 'base64')
    const made = await inTurn(() => hash(password, { ...parseOptions(like), salt }))
    found ??= present.find((one) => one === made) ?? null
  }
  return found
}

/** The '$argon2id$v=19$m=47104,t=2,p=1$salt' part of a hash. */
function recipeOf(passwordHash: string): string {
  return passwordHash.slice(0, passwordHash.lastIndexOf('$'))
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= HASHES_AT_ONCE) await new Promise<void>((resolve) => queue.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
}

const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${random(16)}$${random(32)}`

function random(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(UNPADDED, '')
}

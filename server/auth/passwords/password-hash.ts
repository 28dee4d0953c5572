import { randomBytes } from 'node:crypto'
import { hash, parseOptions, verify } from '@node-rs/argon2'

// Argon2id for every stored password. An account that does not exist costs the same time as one that does, so that
// the answer does not tell which e-mail addresses are known.

const COST = { memoryCost: 47_104, timeCost: 2, parallelism: 1 } // what the OWASP Password Storage Cheat Sheet and ASVS 5.0 appendix C ask for, both
const HASHES_AT_ONCE = 4 // 46 MiB each
const UNPADDED = /=+$/

let running = 0
const queue: (() => void)[] = []

/** With a random salt unless one is given. */
export function hashPassword(password: string, salt?: Buffer): Promise<string> {
  return inTurn(() => hash(password, salt ? { ...COST, salt } : COST))
}

export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  return passwordHash !== null && inTurn(() => verify(passwordHash, password))
}

/**
 * The one of the hashes that is of this password; null for none. Hashes with one salt cost one computation together,
 * and so do none at all: how long it takes does not tell how many there are.
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

/** '$argon2id$v=19$m=47104,t=2,p=1$salt' of a hash: two with the same one are compared by one computation. */
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

import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

// Argon2id for every stored password. An account that does not exist costs the same time as one that does, so that
// the answer does not tell which e-mail addresses are known.

const COST = { memoryCost: 47_104, timeCost: 2, parallelism: 1 } // research c2: OWASP's and ASVS's numbers both
const HASHES_AT_ONCE = 4 // 46 MiB each
const UNPADDED = /=+$/

let running = 0
const queue: (() => void)[] = []

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST))
}

/** Whether the password is the hashed one; without a hash the same work and always no. */
export function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  return inTurn(() => verify(passwordHash ?? NOBODY, password))
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

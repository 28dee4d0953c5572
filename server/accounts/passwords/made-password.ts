import { randomInt } from 'node:crypto'

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789' // without the ambiguous i, l, o, 0, 1
const GROUPS = 5 // of four characters: 99 bits
const GROUP_CHARS = 4

/** Generates a password that is easy to read from a terminal. */
export function makePassword(): string {
  const group = () =>
    Array.from({ length: GROUP_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

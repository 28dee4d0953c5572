import { randomInt } from 'node:crypto'

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789' // nothing that is misread: no i, l, o, 0, 1
const GROUPS = 5 // of four characters: 99 bits
const GROUP_CHARS = 4

/** A password that a person can read off a terminal. */
export function makePassword(): string {
  const group = () =>
    Array.from({ length: GROUP_CHARS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

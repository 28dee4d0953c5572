// Refuses passwords that attackers guess first (ASVS 6.2.4, 6.2.11): the most common ones, the
// product's own words, and well-known facts about the person, including the mobile number. There
// are no composition rules (ASVS 6.2.5).

import { createRequire } from 'node:module'
import * as v from 'valibot'
import { isPasswordShort } from '#server/platform/config/server-settings.ts'
import { ServerError } from '#server/platform/http/server-error.ts'
import {
  MIN_PASSWORD_CHARS,
  MIN_STAFF_PASSWORD_CHARS,
  RegistrationSchema,
  type Role,
} from '#src/domain/account/account.ts'

const require = createRequire(import.meta.url)
const PRODUCT_WORDS =
  'property properties market marketplace listing listings real estate realestate admin operator user login password welcome house home flat rent auction loan'.split(
    ' ',
  )
const MIN_NAME_LETTERS = 2 // single initials would match too much
const NUMBER_DIGITS = 10 // of an Indian mobile number, without +91

const COMMON_SENTENCE = 'This password is among the first that anyone would try. Choose another.'
const OWN_SENTENCE = 'Your name and your e-mail address are easy to guess. Choose another password.'
const OWN_NUMBER_SENTENCE = 'Your mobile number is easy to guess. Choose another password.'

let commonPasswords: ReadonlySet<string> | null = null

/** The body of POST /auth/register with a password that is not easy to guess. */
export const NewAccountSchema = v.pipe(
  RegistrationSchema,
  v.forward(
    v.partialCheck([['password']], ({ password }) => !isCommon(password), COMMON_SENTENCE),
    ['password'],
  ),
  v.forward(
    v.partialCheck(
      [['fullName'], ['email'], ['password']],
      ({ fullName, email, password }) => !isOwn(password, { fullName, email }),
      OWN_SENTENCE,
    ),
    ['password'],
  ),
  v.forward(
    v.partialCheck(
      [['phoneNumber'], ['password']],
      ({ phoneNumber, password }) => !isOwnNumber(password, phoneNumber),
      OWN_NUMBER_SENTENCE,
    ),
    ['password'],
  ),
)

interface PasswordOwner {
  role: Role
  fullName: string | null
  email: string
  phoneNumber: string | null
}

/**
 * Applies the rules of NewAccountSchema to a new password of an account; staff need a longer one.
 * @throws ServerError 400 with a message for `field` of the body
 */
export function requireFitPassword(
  password: string,
  owner: PasswordOwner,
  field: 'password' | 'newPassword',
): void {
  const problem = findPasswordProblem(password, owner)
  if (problem)
    throw new ServerError(400, 'invalid-input', problem, { fields: { [field]: problem } })
}

function findPasswordProblem(
  password: string,
  { role, fullName, email, phoneNumber }: PasswordOwner,
): string | null {
  if (isCommon(password)) return COMMON_SENTENCE
  if (isOwn(password, { fullName: fullName ?? '', email })) return OWN_SENTENCE
  if (phoneNumber !== null && isOwnNumber(password, phoneNumber)) return OWN_NUMBER_SENTENCE
  const isShort = role === 'admin' && isPasswordShort(password)
  return isShort ? `Choose at least ${MIN_STAFF_PASSWORD_CHARS} characters.` : null
}

/** Whether the password is a common one, or only product words with digits and symbols. */
export function isCommon(password: string): boolean {
  const lower = password.toLowerCase()
  return getCommonPasswords().has(lower) || isMadeOf(lettersOf(lower), PRODUCT_WORDS)
}

/** Loaded lazily: unpacking the dictionary takes 60 ms, which would delay the start. */
function getCommonPasswords(): ReadonlySet<string> {
  if (commonPasswords) return commonPasswords
  const {
    dictionary,
  }: typeof import('@zxcvbn-ts/language-common') = require('@zxcvbn-ts/language-common')
  const common = dictionary['passwords-common'].filter((word) => word.length >= MIN_PASSWORD_CHARS)
  commonPasswords = new Set(common)
  return commonPasswords
}

/** Whether the password is only the person's name or e-mail address with digits and symbols. */
export function isOwn(password: string, person: { fullName: string; email: string }): boolean {
  const lower = password.toLowerCase()
  const local = person.email.slice(0, person.email.lastIndexOf('@'))
  if (lower === local || lower === person.email) return true
  const words = [...person.fullName.toLowerCase().split(/\s/), ...local.split(/[^\p{L}]/u), local]
    .map(lettersOf)
    .filter((word) => word.length >= MIN_NAME_LETTERS)
  return isMadeOf(lettersOf(lower), words)
}

/**
 * Whether the password is only the person's mobile number, with or without its prefix, and symbols.
 */
export function isOwnNumber(password: string, phoneNumber: string): boolean {
  const own = digitsOf(phoneNumber).slice(-NUMBER_DIGITS)
  const written = /^(?:0|(?:00)?91)?(\d{10})$/.exec(digitsOf(password))?.[1]
  return written === own && lettersOf(password) === ''
}

/** Whether the text is a sequence of these words; false for an empty text. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  const reached = new Set([0])
  for (let at = 0; at < text.length; at += 1) {
    if (!reached.has(at)) continue
    for (const word of words) if (text.startsWith(word, at)) reached.add(at + word.length)
  }
  return text !== '' && reached.has(text.length)
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{M}]/gu, '')
}

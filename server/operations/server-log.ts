import { type DestinationStream, type Logger, pino } from 'pino'
import type { ServerSettings } from '#server/config/server-settings.ts'
import { describePassingTrouble } from '#server/database/database-trouble.ts'

// The log holds no personal data. Our own lines are made so; what a library's error says may quote what people typed, so
// an error is logged by its kind, its code, where it was thrown, and its words without whatever looks like a person's.

const LONGEST_WORDS = 300

/** What hides in the words of errors: text in quotes, addresses, PAN numbers, tokens, phone numbers and codes. */
const PERSONAL = [
  /"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`|\([^()]*\)=\([^()]*\)/g,
  /\S+@\S+/g,
  /\b[A-Z]{5}\d{4}[A-Z]\b/gi,
  /[\w-]{24,}/g,
  /\+?\d[\d\s-]{4,}\d/g,
]

export function makeLog(
  logLevel: ServerSettings['logLevel'],
  destination?: DestinationStream,
): Logger {
  const options = { level: logLevel, serializers: { err: describeError } }
  return destination ? pino(options, destination) : pino(options)
}

/** What may be logged of anything that was thrown. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack = '', cause } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const words = { type: name, ...(code && { code }), message: scrub(message) }
  // It says where the database was asked, not what is wrong with it, and every request of that time would log one.
  if (describePassingTrouble(error)) return words
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    ...words,
    stack: frames.join('\n'),
    ...(cause instanceof Error && { cause: describeError(cause) }),
  }
}

function scrub(words: string): string {
  return PERSONAL.reduce((text, pattern) => text.replace(pattern, '…'), words).slice(
    0,
    LONGEST_WORDS,
  )
}

import { type DestinationStream, type Logger, pino } from 'pino'
import type { ServerSettings } from '#server/platform/config/server-settings.ts'
import { describePassingTrouble } from '#server/platform/database/database-trouble.ts'

// The log contains no personal data. Our own messages have none, but a library's error message may
// quote user input. So an error is logged with its type, code, stack and message, after removing
// everything that looks personal.

const LONGEST_WORDS = 300

/**
 * Possible personal data in error messages: quoted text, e-mail addresses, PAN numbers, tokens, phone
 * numbers and codes.
 */
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

/** The part of any thrown value that may be logged. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack = '', cause } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const words = { type: name, ...(code && { code }), message: scrub(message) }
  // For temporary trouble, omit the stack: it shows only where the database was called, and each
  // failing request would log one.
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

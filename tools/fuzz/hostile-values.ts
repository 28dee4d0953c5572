import fc from 'fast-check'
import { idOf } from '#tests/server/market-data.ts'

/** Texts that have broken other servers. */
const HOSTILE_TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\ufeff', '\u202eevil'],
  ...['\ud800', '\udc00\ud800'], // lone surrogates
  ...['e\u0301'.repeat(40), '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', 'نص عربي', 'हिन्दी'],
  ...["' or 1=1 --", '"; drop table listings; --'],
  ...['%00', '%ff%fe', '%E0%A4%A', '../../../../etc/passwd'],
  ...['<script>alert(1)</script>', '{{7*7}}<%= 7 %>', '\r\nSet-Cookie: a=b'],
  ...['__proto__', 'constructor', 'toString', 'null'],
  ...['NaN', '1e309', '-0', '9'.repeat(400)],
  'x'.repeat(5_000),
]

export const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
)

const hostileNumber = fc.oneof(
  fc.constantFrom(0, -1, 1e21, 2 ** 53, Number.MAX_VALUE, Number.MIN_VALUE, 1.5),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

const hostileKey = fc.constantFrom(
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', 'then'],
  ...['', 'a\0b', '\ud800', 'role', 'verified', 'ownerId', '_id', 'version'],
)

/** Any JSON value, also objects whose keys are names of JavaScript's own properties. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.dictionary(hostileKey, fc.jsonValue({ maxDepth: 1 })) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 2000 }).map(nest) },
)

export const extraField = fc.tuple(hostileKey, hostileValue)

/**
 * Unusual bodies: invalid JSON, JSON that is not an object, duplicate keys, deep nesting, and sizes just below and
 * above the maximum.
 */
export const hostileBody: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc.constantFrom(
    ...['', '{', 'null', '[]', '"text"', '12', 'status=approved', '<?xml version="1.0"?><a/>'],
    '{"__proto__":{"role":"admin"},"status":"approved"}',
    '{"status":"approved","status":"rejected"}',
    '{"a":1e999}',
    `{"a":${'9'.repeat(2000)}}`,
    '['.repeat(50_000),
    `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`,
    `{"a":"${'x'.repeat(99_990)}"}`,
    'x'.repeat(100_001),
    `\ufeff{"status":"approved"}`,
  ),
  fc.uint8Array({ maxLength: 60 }),
  fc.json({ maxDepth: 6 }),
)

/** Ids of existing, foreign and missing records, and values that are not ids. */
export function idAmong(known: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: fc.constantFrom(idOf(0), 'f'.repeat(24), 'user', 'create', '.', '..') },
    { weight: 2, arbitrary: hostileText },
  )
}

function nest(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = { a: value }
  return value
}

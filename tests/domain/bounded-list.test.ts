import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { NewPasskeySchema } from '#src/domain/account/passkey-answer.ts'
import { ImportItemSchema } from '#src/domain/import/import-item.ts'
import { CheckRequestSchema } from '#src/domain/import/import-request.ts'
import { ReasonListSchema } from '#src/domain/listing/reason-schemas.ts'
import { PostingDraftSchema } from '#src/domain/posting/posting-draft.ts'
import { ViewColumnsSchema } from '#src/domain/saved-view/saved-view.ts'
import { NewWebhookSchema } from '#src/domain/webhook.ts'
import { boundedList } from '#src/domain/wire.ts'
import { listFiles } from '#tests/architecture/source-files.ts'

const MANY = Array.from({ length: 45_000 }, () => 1) // as many as a body of 98 kB can hold
const BY_NAME = Object.fromEntries(MANY.map((_, index) => [`f${index}`, 'x']))
const SENTENCES = { notAList: 'This is not a list.', tooMany: 'Too many.' }

test('the items of a list that is too long are not looked at', () => {
  let looked = 0
  const item = v.pipe(
    v.number(),
    v.check(() => {
      looked += 1
      return false
    }),
  )
  const read = v.safeParse(boundedList(item, 3, SENTENCES), MANY)
  expect(read.issues?.map(({ message }) => message)).toEqual(['Too many.'])
  expect(looked).toBe(0)
  expect(v.safeParse(boundedList(item, 3, SENTENCES), [1, 2]).issues).toHaveLength(2)
  expect(v.safeParse(boundedList(item, 3, SENTENCES), 'text').issues?.[0].message).toBe(
    'This is not a list.',
  )
})

test.each<[string, v.GenericSchema, unknown]>([
  ['the files of a draft', PostingDraftSchema, { media: MANY }],
  ['the photos of an imported listing', ImportItemSchema, { reference: 'a', photos: MANY }],
  ['the media of an imported listing', ImportItemSchema, { reference: 'a', media: MANY }],
  ['the hidden columns of a view', v.pick(ViewColumnsSchema, ['hidden']), { hidden: MANY }],
  ['the widths of a view', v.pick(ViewColumnsSchema, ['widths']), { widths: BY_NAME }],
  ['reasons', ReasonListSchema, { reasons: MANY }],
  ['the events of a webhook', NewWebhookSchema, { address: 'https://a.example', events: MANY }],
  ['the columns of an import', CheckRequestSchema, { mapping: BY_NAME }],
  [
    'the transports of a passkey',
    v.pick(NewPasskeySchema.entries.response.entries.response, ['transports']),
    { transports: MANY },
  ],
])('a body with 45,000 entries in %s gets one error for them', (_, schema, body) => {
  expect(v.safeParse(schema, body).issues).toHaveLength(1)
})

/** A list, or the entries of an object, in a pipe, with a limit of its length behind it. */
const ITEMS_FIRST =
  /v\.pipe\(\s*v\.(?:array|record|set|map)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\),(?:(?!v\.pipe)[\s\S]){0,300}?v\.max(?:Length|Size|Entries)\(/g

test('no schema checks the items of a list before its length', () => {
  const files = [...listFiles('src/domain', /\.ts$/), ...listFiles('server', /\.ts$/)]
  const breaches = files.filter((path) =>
    [...readFileSync(path, 'utf8').matchAll(ITEMS_FIRST)].some(
      ([, items = '']) => !items.includes('v.unknown()'),
    ),
  )
  expect(breaches).toEqual([])
  expect('v.pipe(v.array(v.string()), v.maxLength(3))').toMatch(ITEMS_FIRST)
})

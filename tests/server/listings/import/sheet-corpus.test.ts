import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeImportKind } from '#server/listings/import/import-run-service.ts'
import { stopParsing } from '#server/platform/parsing/parsing-service.ts'
import { guessColumns } from '#src/domain/import/column-guess.ts'
import type { ImportCheck, ImportSheet } from '#src/domain/import/import-file.ts'
import { call } from '#tests/server/api-call.ts'
import { runJobs } from '#tests/support/server/job-run.ts'
import { startTestServer, type TestServer } from '#tests/support/server/server-fixture.ts'
import { TIME_ZONES, useTimeZone } from '#tests/support/time-zones.ts'

// Files as people and programs write them, each with one oddity. Each is tried and imported by the calls of the panel.

const FOLDER = `${import.meta.dirname}/corpus`
const OCTOBER_2026 = Date.parse('2026-10-01T06:00:00Z') // before the dates of the files
const PHOTOS = ['https://site.example/a.jpg', 'https://site.example/b.jpg']

interface Right {
  /** The fields of each listing that is created, by reference. */
  listings?: Record<string, object>
  /** The cells that refuse a row, with their texts; 'row' without a cell. */
  refused?: string[]
  /** Part of the sentence that refuses the file. */
  file?: string
  /** The row of the names that the person is asked for. */
  asks?: number
  /** Part of what the person is asked about the column of a field. */
  question?: Record<string, string>
  /** Columns that the person chooses. */
  chosen?: Record<string, number>
  counts?: Partial<ImportCheck>
  /** Part of the notes or examples of the trial. */
  says?: string[]
}

const FLAT = { area: 980, bhk: 2, price: 4_500_000, availableFrom: '2026-11-04', pincode: '411045' }
const THREE: Right = { listings: { 'T-1': FLAT, 'T-2': FLAT, 'T-3': FLAT } }
const ONE: Right = { listings: { 'T-1': FLAT } }
const QUARTERS: Right = { listings: Object.fromEntries(Array.from({ length: 96 }, makeQuarter)) }
const TIMES: Right = {
  listings: Object.fromEntries(
    ['18:30', '17:00', '00:05', '09:10', '11:15', '16:40', '23:55'].map((time) => [
      `A-${time.replace(':', '')}`,
      { auctionEndsAt: new Date(`2026-11-15T${time}+05:30`).toISOString() },
    ]),
  ),
}
const of = (cell: string, ...listings: string[]): Right => ({
  refused: [cell],
  listings: Object.fromEntries(listings.map((reference) => [reference, FLAT])),
})

const RIGHT: Record<string, Right> = {
  'd01-sep-line.csv': THREE,
  'd02-sep-comma-line.csv': THREE,
  'd03-first-column-PK.csv': THREE,
  'd04-crlf-names-lf-rows.csv': THREE,
  'd05-lf-names-crlf-rows.csv': THREE,
  'd06-cr-only.csv': THREE,
  'd07-60000-blank-rows-behind.csv': { ...THREE, counts: { rows: 3, blank: 60_000 } },
  'd08-decimal-comma.csv': { refused: ['I2 980,50', 'J3 1,5', 'K4 45.00.000,00'] },
  'd09-two-areas-in-a-cell.csv': { refused: ['I2 836,864', 'I3 774,783', 'K4 76,77'] },
  'd10-photos-by-comma.csv': {
    listings: Object.fromEntries(
      ['T-1', 'T-2', 'T-3'].map((reference) => [
        reference,
        { photos: ['https://example.com/a.jpg', 'https://example.com/b.jpg'] },
      ]),
    ),
  },
  'd11-indian-amounts.csv': {
    listings: {
      ...Object.fromEntries([1, 2, 4, 5, 6].map((n) => [`T-${n}`, FLAT])),
      'T-3': { price: 12_500_000 },
      'T-7': { price: 45_000_000 },
    },
    says: ['₹45,00,000', '₹1,25,00,000'],
  },
  'd12-pandas-floats.csv': { listings: { 'T-1.0': FLAT } },
  'd13-area-names-with-other-units.csv': {
    question: { area: 'Numbers are read as square feet' },
    chosen: { area: 8 },
    listings: { 'T-1': { area: 91 } },
    says: ['91 sq ft'],
  },
  'd14-price-in-thousands.csv': {
    question: { price: 'may have another unit' },
    chosen: { price: 10 },
    listings: { 'T-1': { price: 45_000 } },
    says: ['₹45,000'],
  },
  'd15-marks-nobody-sees.csv': {
    listings: {
      'T-1': { title: 'Sunlit 2 BHK in Baner' },
      'T-2': FLAT,
      'T-3': FLAT,
      'T-4': { ...FLAT, title: 'Sunlit 2 BHK number 4' },
      'T-5': FLAT,
    },
  },
  'd16-name-with-a-line-break.csv': THREE,
  'd17-stray-quote.csv': {
    listings: {
      ...THREE.listings,
      'T-1': {
        description: 'Second floor 6" slab and covered parking with a bus stop at the gate.',
      },
    },
  },
  'd18-utf16-tabs.txt': THREE,
  'd19-windows-1252.csv': { file: 'UTF-8: see line 2' },
  'd20-tabs-utf8.txt': THREE,
  'd21-excel-dates.csv': {
    listings: { 'T-1': FLAT, 'T-2': FLAT, 'T-6': FLAT },
    refused: ['L4 04/11/26', 'L5 46330', 'L6 11/25/2026'],
  },
  'd22-html-named-xls.xls': { file: 'HTML' },
  'd23-repeated-names.csv': {
    question: { reference: 'columns A and B have the name “Reference”' },
    chosen: { reference: 1 },
    ...THREE,
  },
  'd24-title-above-names.csv': {
    ...THREE,
    asks: 3,
    counts: { blank: 1 },
    says: ['1 row above the names'],
  },
  'd25-devanagari-digits-and-nukta.csv': {
    listings: {
      'T-1': { locality: '\u0915\u093c\u093f\u0932\u093e' },
      'T-2': FLAT,
      'T-3': { title: 'பாணேரில் 2 BHK 👨‍👩‍👧' },
    },
  },
  'd30-java-doubles.xlsx': {
    listings: { 'T-1': FLAT, 'T-2': { ...FLAT, price: 45_000_000 }, '1001': FLAT },
  },
  'd31-numbers-of-excel.xlsx': {
    listings: {
      'T-1': { ...FLAT, area: 1078 },
      'T-2': { ...FLAT, price: 4_950_000 },
      'T-3': FLAT,
    },
  },
  'd32-times-of-day.xlsx': TIMES,
  'd33-times-of-day-17-digits.xlsx': TIMES,
  'd34-iso-dates.xlsx': { listings: { 'T-1': FLAT, 'T-2': FLAT } },
  'd35-cells-without-places.xlsx': { listings: { 'T-1': FLAT, 'T-2': FLAT } },
  'd36-first-sheet-hidden.xlsx': { ...ONE, counts: { sheet: 'Two' } },
  'd37-filtered-rows.xlsx': {
    listings: { 'T-1': FLAT, 'T-3': FLAT },
    counts: { rows: 2, hidden: 1 },
    says: ['1 hidden row'],
  },
  'd38-something-in-the-last-row.xlsx': {
    listings: { 'T-1': FLAT },
    refused: [...'BCDEFGH'].map((column) => `${column}1048576`),
  },
  'd39-formulas-without-results.xlsx': { refused: ['H2 #N/A', 'K2 #N/A', 'L2 #N/A'] },
  'd40-serial-dates-1904.xlsx': ONE,
  'd41-title-merged-above-names.xlsx': { ...ONE, asks: 3 },
  'd43-blank-cell-names.xlsx': { chosen: { city: 3 }, ...ONE },
  'm01-quarter-hours-15.xlsx': QUARTERS,
  'm02-quarter-hours-17.xlsx': QUARTERS,
  'm10-photos.csv': {
    listings: {
      ...Object.fromEntries([1, 2, 3, 4, 5, 7].map((n) => [`T-${n}`, { photos: PHOTOS }])),
      'T-6': { photos: ['https://site.example/c,d.jpg'] },
    },
  },
  'm15-before.csv': { listings: { 'T-4': FLAT } },
  'm15-zwsp.csv': { listings: { 'T-4': FLAT } },
  'm15b-bom-inside.csv': {
    listings: Object.fromEntries([4, 5, 6, 7, 8].map((n) => [`T-${n}`, FLAT])),
  },
  'm21-dates.csv': {
    listings: Object.fromEntries([1, 2, 6, 7, 8].map((n) => [`T-${n}`, FLAT])),
    refused: [
      'L4 04/11/26',
      'L5 46330',
      'L6 11/25/2026',
      'L10 Nov 2026',
      'L11 Immediately',
      'L12 Ready to move',
      'L13 2026-02-30',
      'L14 31/02/2026',
      'L15 05/06/2027', // because another row shows that the month comes first
    ],
  },
  'm25-nukta.csv': {
    listings: {
      'T-1': { title: '\u0915\u093c\u093f\u0932\u093e रोड पर 2 BHK' },
      'T-2': { title: '\u0915\u093c\u093f\u0932\u093e रोड पर 3 BHK' },
    },
  },
  'm26-refused-file-as-csv.csv': { listings: { '-42': FLAT } },
  'm30-before.csv': { listings: { '1001': FLAT } },
  'm30-java-reference.xlsx': { listings: { '1001': FLAT } },
  'm39-before.csv': { listings: { 'T-1': { ...FLAT, furnishing: 'full' } } },
  'm39a-date-NA.xlsx': of('L2 #N/A'),
  'm39b-date-formula-without-result.xlsx': of('L2 #N/A'),
  'm39c-date-REF-error-text.xlsx': of('L2 #REF!'),
  'm42-refused-file-as-xlsx.xlsx': { listings: { '-42': FLAT } },
  'm50-streamed-zip.xlsx': { chosen: { city: 3 }, ...ONE },
}

function makeQuarter(_: unknown, n: number): [string, object] {
  const time = new Date(Date.UTC(2026, 11, 20, 0, n * 15))
  const [, hours, minutes] = /T(\d\d):(\d\d)/.exec(time.toISOString()) ?? []
  return [
    `A-${hours}${minutes}`,
    { auctionEndsAt: new Date(`2026-12-20T${hours}:${minutes}+05:30`).toISOString() },
  ]
}

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer({ seed: 'none' })
  server.clock.advance(OCTOBER_2026 - server.clock.now().getTime())
  token = await server.signIn()
})

afterAll(() => server.close())

const ask = (method: string, path: string, body?: unknown) =>
  call(server, method, `/api/admin/imports${path}`, { token, body })

function readBytes(name: string): Buffer {
  if (!name.startsWith('d07')) return readFileSync(`${FOLDER}/${name}`)
  const rows = readFileSync(`${FOLDER}/d05-lf-names-crlf-rows.csv`)
  return Buffer.concat([rows, Buffer.from(`${','.repeat(12)}\n`.repeat(60_000))])
}

/** Sends the file, answers its questions, tries it and imports it for a business. */
async function importFile(name: string, business: string, { asks, chosen }: Right) {
  const { json, status } = await ask('POST', `?name=${name}`, readBytes(name))
  if (status !== 200) return { failure: String(json['error']) }
  const id = String(json['data']?.['_id'])
  // The casts are safe: the calls' answers are checked against their descriptions.
  const sheet = (await ask('GET', `/${id}`)).json['data'] as unknown as ImportSheet
  const names = asks ? (sheet.head.find(({ row }) => row === asks)?.cells ?? []) : sheet.columns
  const { mapping, questions } = guessColumns(names, sheet.hiddenColumns)
  const order = { mapping: { ...mapping, ...chosen }, ...(asks && { namesRow: asks }) }
  const answer = await ask('POST', `/${id}/check`, order)
  const check = answer.json['data'] as unknown as ImportCheck
  const email = `${business}@sharma.example`
  const started = await ask('POST', `/${id}/start`, {
    ...order,
    business: { email, fullName: 'Sharma Estates', phoneNumber: null },
  })
  if (started.status !== 200) throw new Error(started.text)
  await runJobs(
    server,
    makeImportKind({ db: server.db, write: server.write, clock: server.clock.now }),
  )
  const files = (await ask('GET', '')).json['data'] as unknown as Record<string, unknown>[]
  const file = files.find(({ _id }) => _id === id)
  const refused = (await ask('GET', `/${id}/refused`)).text
  await ask('DELETE', `/${id}`) // only the newest twenty files are listed
  return { sheet, questions, check, file, refused }
}

async function readListings(business: string): Promise<Record<string, object>> {
  const rows = await server.db
    .selectFrom('imported_listings')
    .innerJoin('users', 'users.id', 'imported_listings.owner_id')
    .innerJoin('postings', 'postings.id', 'imported_listings.listing_id')
    .select(['imported_listings.reference', 'postings.id', 'postings.body'])
    .where('users.email', '=', `${business}@sharma.example`)
    .execute()
  const media = await server.db.selectFrom('import_media').selectAll().orderBy('position').execute()
  return Object.fromEntries(
    rows.map(({ reference, id, body }) => {
      const photos = media.filter((one) => one.listing_id === id).map(({ address }) => address)
      return [reference, { ...JSON.parse(body), photos }]
    }),
  )
}

test('each file of the corpus has its right answer', () => {
  const files = [...readdirSync(FOLDER), 'd07-60000-blank-rows-behind.csv']
  expect(Object.keys(RIGHT).sort()).toEqual(files.sort())
})

describe('a file is read as a person sees it, or refused with the text and the place:', () => {
  test.each(Object.entries(RIGHT))('%s', (name, right) => expectRight(name, right, ''))
})

describe.each(TIME_ZONES)('where the server has the time zone %s,', (zone, minutes) => {
  useTimeZone(zone, minutes)
  beforeAll(stopParsing) // the next parser process has the zone
  afterAll(stopParsing)

  const dated = Object.entries(RIGHT).filter(([name]) => /dates|times|quarter/.test(name))
  test.each(dated)('%s has the same days and times', (name, right) =>
    expectRight(name, right, zone.slice(0, 4).toLowerCase()),
  )
})

/** `suffix` makes a business of its own. */
async function expectRight(name: string, right: Right, suffix: string): Promise<void> {
  const business = name.replace(/\..*$/, '').toLowerCase() + suffix
  const { failure, sheet, check, questions, file, refused } = await importFile(
    name,
    business,
    right,
  )
  if (right.file) return expect(failure).toContain(right.file)
  expect(failure).toBeUndefined()
  expect(sheet?.namesRow ?? null).toBe(right.asks ? null : 1)
  for (const [field, part] of Object.entries(right.question ?? {}))
    expect(questions).toMatchObject({ [field]: { sentence: expect.stringContaining(part) } })
  const errors = check?.errors.map(({ cell, text }) => [cell ?? 'row', text].join(' ').trim())
  expect(errors).toEqual(right.refused ?? [])
  expect(check).toMatchObject(right.counts ?? {})
  expect(check?.rows).toBe((check?.accepted ?? 0) + (check?.refused ?? 0))
  expect(file).toMatchObject({
    rows: check?.rows,
    created: check?.accepted,
    refused: check?.refused,
  })
  for (const part of right.says ?? []) expect(JSON.stringify(check)).toContain(part)
  const listings = await readListings(business)
  expect(Object.keys(listings).sort()).toEqual(Object.keys(right.listings ?? {}).sort())
  expect(listings).toMatchObject(right.listings ?? {})
  await expectRefusedAgain(name, business, { refused, right })
}

/** The file of refused rows, sent again as it is, is refused with the same rows and creates nothing. */
async function expectRefusedAgain(
  name: string,
  business: string,
  { refused, right }: { refused: string | undefined; right: Right },
) {
  if (!right.refused || !refused) return
  const { json } = await ask('POST', `?name=again-${name}`, refused)
  const id = String(json['data']?.['_id'])
  const sheet = (await ask('GET', `/${id}`)).json['data'] as unknown as ImportSheet
  const { mapping } = guessColumns(sheet.columns)
  const check = (await ask('POST', `/${id}/check`, { mapping: { ...mapping, ...right.chosen } }))
    .json['data'] as unknown as ImportCheck
  expect(check.accepted, `${name} for ${business}`).toBe(0)
  expect((await ask('DELETE', `/${id}`)).status).toBe(200)
}

test.each([
  ['m15-before.csv', 'm15-zwsp.csv', 'T-4'],
  ['m30-before.csv', 'm30-java-reference.xlsx', '1001'],
  ['m26-refused-file-as-csv.csv', 'm42-refused-file-as-xlsx.xlsx', '-42'],
])('%s and %s have the same listing', async (before, after, reference) => {
  const business = `pair-${reference.toLowerCase()}`
  await importFile(before, business, {})
  const { file } = await importFile(after, business, {})
  expect(file).toMatchObject({ created: 0, unchanged: 1 })
  expect(Object.keys(await readListings(business))).toEqual([reference])
})

test.each([
  'm39a-date-NA.xlsx',
  'm39b-date-formula-without-result.xlsx',
  'm39c-date-REF-error-text.xlsx',
])('%s does not empty a field of the listing', async (name) => {
  const business = `kept-${name.slice(0, 4)}`
  await importFile('m39-before.csv', business, {})
  const before = await readListings(business)
  expect((await importFile(name, business, {})).file).toMatchObject({ refused: 1 })
  expect(await readListings(business)).toEqual(before)
})

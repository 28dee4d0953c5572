import { beforeEach, expect, test } from 'vitest'
import { makeImportKind } from '#server/listings/import/import-run-service.ts'
import { guessMapping } from '#src/domain/import/column-guess.ts'
import { claimJobs, runJobs } from '#tests/support/server/job-run.ts'
import { MAPPING, makeFileCalls } from './file-import-calls.ts'
import { BUSINESS, importServerForEachTest, readImported } from './import-calls.ts'
import { COLUMNS, makeCells, writeCsv } from './sheet-files.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

const at = importServerForEachTest()
let files: ReturnType<typeof makeFileCalls>

beforeEach(() => {
  files = makeFileCalls(at.server, at.owner)
})

const makeKind = () => {
  const { db, write, clock } = at.server
  return makeImportKind({ db, write, clock: clock.now })
}
const run = (isStopping?: () => boolean) => runJobs(at.server, makeKind(), isStopping)
const makeRows = (count: number) => Array.from({ length: count }, (_, n) => makeCells(`flat-${n}`))
const references = async () => (await readImported(at.server)).map(({ reference }) => reference)

/** Starts the import of a file, and waits until the server has imported it. */
async function importFile(id: string, mapping?: object) {
  expect((await files.start(id, mapping)).status).toBe(200)
  await run()
  return files.find(id)
}

/** Starts the import of a file that no process has imported yet. Returns the file's id. */
async function queueFile(rows: string[][]): Promise<string> {
  const id = await files.send(rows)
  expect((await files.start(id)).status).toBe(200)
  return id
}

test('the photo URLs of each row are checked, and the photos of valid rows wait to be fetched', async () => {
  const columns = [...COLUMNS, 'Photos', 'Video']
  const site = 'https://sharma.example'
  const csv = [
    columns,
    [...makeCells('a'), `${site}/1.jpg ${site}/2.jpg`, `${site}/film.mp4`],
    [...makeCells('b'), `${site}/1.jpg|http://127.0.0.1/2.jpg`, ''],
  ].map((cells) => cells.map((cell) => `"${cell}"`).join(','))
  const id = String((await files.receive(csv.join('\r\n'))).json['data']?.['_id'])
  const mapping = guessMapping(columns)
  const place = { row: 3, column: 'Photos', cell: 'L3' }
  expect((await files.check(id, mapping)).json['data']).toMatchObject({
    rows: 2,
    refused: 1,
    errors: [{ ...place, error: expect.stringMatching(/^Correct address 2\./) }],
  })
  await importFile(id, mapping)
  const media = at.server.db.selectFrom('import_media').select(['address', 'kind', 'state'])
  expect(await media.orderBy('position').execute()).toEqual([
    { address: `${site}/1.jpg`, kind: 'photo', state: 'waiting' },
    { address: `${site}/2.jpg`, kind: 'photo', state: 'waiting' },
    { address: `${site}/film.mp4`, kind: 'video', state: 'waiting' },
  ])
})

test('a file is checked and imported, and its refused rows can be downloaded with their errors', async () => {
  const bad = { Title: '=cmd()', 'Monthly rent': 'a lot', PIN: '12' }
  const sample = [makeCells('a'), makeCells('b', bad), makeCells('c')]
  const id = await files.send(sample)
  expect((await files.ask('GET', `/${id}`)).json['data']).toMatchObject({
    columns: COLUMNS,
    sample,
  })
  expect((await files.check(id)).json['data']).toMatchObject({
    rows: 3,
    accepted: 2,
    refused: 1,
    errors: [
      { row: 3, column: 'Title' },
      { column: 'Monthly rent', cell: 'K3', text: 'a lot' },
    ],
    examples: COLUMNS.map((column) => ({ column, values: expect.any(Array) })),
  })
  expect(await references()).toEqual([])
  expect(await importFile(id)).toMatchObject({
    state: 'done',
    business: 'Sharma Estates',
    rows: 3,
    created: 2,
    refused: 1,
    finishedAt: at.server.clock.now().toISOString(),
  })
  expect(await references()).toEqual(['a', 'c'])
  const csv = await files.refused(id)
  expect(csv).toMatch(/^\ufeff?Ref,Deal,.*,Errors\r\n/)
  expect(csv).toContain("'=cmd()")
  expect(csv).toContain('Monthly rent (K3), “a lot”: Enter the rent per month')
})

test('the file of refused rows can be corrected and uploaded again, which imports only these rows', async () => {
  const id = await files.send([makeCells('a'), makeCells('b', { Title: '-', PIN: '12' })])
  await importFile(id)
  const corrected = (await files.refused(id)).replace(',12,', ',411045,')
  const { json } = await files.receive(corrected)
  const again = await importFile(String(json['data']?.['_id']))
  expect(again).toMatchObject({ rows: 1, created: 1, refused: 0 })
  expect((await readImported(at.server)).map(({ name }) => name)).toContain('-')
})

test('a file with a title above the names is imported after the row of the names was chosen', async () => {
  const csv = `Flats of May 2026\n\n${writeCsv([makeCells('a'), makeCells('b')])}`
  const id = String((await files.receive(csv)).json['data']?.['_id'])
  const head = [{ row: 1 }, { row: 3, cells: COLUMNS }, { row: 4 }, { row: 5 }]
  const sheet = { namesRow: null, columns: COLUMNS, head }
  expect((await files.ask('GET', `/${id}`)).json['data']).toMatchObject(sheet)
  for (const answer of [await files.check(id), await files.start(id)])
    expect(answer).toMatchObject({
      status: 400,
      json: { fields: { namesRow: expect.stringContaining('row 3') } },
    })
  const order = { mapping: MAPPING, namesRow: 3 }
  const { json } = await files.ask('POST', `/${id}/check`, order)
  expect(json['data']).toMatchObject({
    rows: 2,
    accepted: 2,
    blank: 1,
    notes: ['1 row above the names of the columns: not imported.', '1 blank row: not imported.'],
  })
  const started = await files.ask('POST', `/${id}/start`, { ...order, business: BUSINESS })
  expect(started.status).toBe(200)
  await run()
  expect(await files.find(id)).toMatchObject({ state: 'done', rows: 2, created: 2, refused: 0 })
})

test('a second import of the same file changes nothing', async () => {
  for (const result of [{ created: 120 }, { created: 0, unchanged: 120 }])
    expect(await importFile(await files.send(makeRows(120)))).toMatchObject(result)
})

test('two rows with the same reference are both refused, however far apart', async () => {
  const id = await files.send([...makeRows(120), makeCells('flat-1')])
  expect((await files.check(id)).json['data']).toMatchObject({ rows: 121, refused: 2 })
  expect(await importFile(id)).toMatchObject({ created: 119, refused: 2 })
  expect(await references()).not.toContain('flat-1')
})

test('two processes import two files concurrently, and import each row once', async () => {
  const [long, short] = [makeRows(120), [makeCells('x'), makeCells('y')]]
  const ids = [await files.send(long), await files.send(short)]
  await Promise.all(ids.map((id) => files.start(id)))
  await Promise.all([run(), run()])
  for (const [index, created] of [120, 2].entries())
    expect(await files.find(ids[index] ?? '')).toMatchObject({ state: 'done', created })
  expect(await references()).toHaveLength(122)
})

test('after a process stops, another one imports the remaining rows without waiting', async () => {
  const id = await queueFile(makeRows(160))
  const answers = [false, false, false, true, true]
  await run(() => answers.shift() ?? true)
  expect(await files.find(id)).toMatchObject({ state: 'running', created: 99 })
  await run()
  expect(await files.find(id)).toMatchObject({ state: 'done', created: 160, unchanged: 0 })
})

test('a killed process holds the lease of a file for a minute, then another one continues', async () => {
  const id = await queueFile(makeRows(60))
  expect(await claimJobs(at.server, makeKind())).toHaveLength(1)
  await run()
  expect(await files.find(id)).toMatchObject({ state: 'running', created: 0 })
  at.server.clock.advance(MINUTE_MS)
  await run()
  expect(await files.find(id)).toMatchObject({ state: 'done', created: 60 })
})

test('a process whose lease another one has taken over cannot continue', async () => {
  const id = await queueFile(makeRows(1))
  const [slow] = await claimJobs(at.server, makeKind())
  at.server.clock.advance(MINUTE_MS)
  const [other] = await claimJobs(at.server, makeKind())
  await slow?.()
  expect(await files.find(id)).toMatchObject({ state: 'running', created: 0 })
  await other?.()
  expect(await files.find(id)).toMatchObject({ state: 'done', created: 1 })
})

test.each([
  ['without a column for the reference', { city: 3 }],
  ['with a column that the file does not have', { reference: 0, city: COLUMNS.length }],
])('a mapping %s is refused', async (_, mapping) => {
  const id = await files.send(makeRows(1))
  for (const answer of [await files.check(id, mapping), await files.start(id, mapping)])
    expect(answer).toMatchObject({ status: 400, json: { code: 'invalid-input' } })
})

test('an unreadable file is not stored, and one account may have at most five files waiting', async () => {
  for (let n = 0; n < 6; n += 1)
    expect(await files.receive('ref,city\n')).toMatchObject({
      status: 400,
      json: { code: 'bad-file', error: 'The file has no rows below its first one.' },
    })
  const ids = []
  for (let n = 0; n < 5; n += 1) ids.push(await files.send(makeRows(1)))
  expect(await files.receive(writeCsv(makeRows(1)))).toMatchObject({
    status: 409,
    json: { code: 'too-many-imports' },
  })
  expect((await files.ask('DELETE', `/${ids[0]}`)).status).toBe(200)
  expect((await files.ask('GET', `/${ids[0]}`)).status).toBe(404)
  expect((await files.receive(writeCsv(makeRows(1)))).status).toBe(200)
})

test('a started file can be neither started again nor discarded', async () => {
  const id = await queueFile(makeRows(1))
  expect(await files.start(id)).toMatchObject({ status: 409, json: { code: 'wrong-state' } })
  expect(await files.ask('DELETE', `/${id}`)).toMatchObject({ status: 409 })
  const entries = at.server.db.selectFrom('audit_log').select('to_value')
  expect(await entries.where('action', '=', 'import').execute()).toEqual([{ to_value: '1 row' }])
})

test('a file that was uploaded for an import is deleted after a week', async () => {
  const id = await files.send(makeRows(1))
  for (const [ms, isKept] of [
    [6 * DAY_MS, true],
    [DAY_MS + 1, false],
  ] as const) {
    at.server.clock.advance(ms)
    files = makeFileCalls(at.server, await at.server.signIn())
    await files.send(makeRows(1))
    expect((await files.find(id)) !== undefined).toBe(isKept)
  }
})

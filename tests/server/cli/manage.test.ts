// @module-tag long
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  insertTotpSecret,
  setTotpConfirmed,
} from '#server/accounts/second-factor/second-factor-repository.ts'
import { getOperator } from '#server/accounts/sign-in/operator-account-service.ts'
import { auditCommand } from '#server/cli/audit-command.ts'
import { backupCommand } from '#server/cli/backup-command.ts'
import { requireConfirmation } from '#server/cli/confirmation.ts'
import { importCommand } from '#server/cli/import-command.ts'
import { passwordCommand } from '#server/cli/password-command.ts'
import { makeProgressLine } from '#server/cli/progress-line.ts'
import { resetSecondFactorCommand } from '#server/cli/reset-second-factor-command.ts'
import { restoreCommand } from '#server/cli/restore-command.ts'
import { rotatePanKeyCommand } from '#server/cli/rotate-pan-key-command.ts'
import { seedCommand } from '#server/cli/seed-command.ts'
import { staffCommand } from '#server/cli/staff-command.ts'
import { DEMO_USER_EMAIL } from '#server/demo/demo-members.ts'
import { makePanCipher } from '#server/loans/pan-cipher.ts'
import { startServer } from '#server/main/start-server.ts'
import { parsePanKey } from '#server/platform/config/pan-key.ts'
import { readSettings } from '#server/platform/config/server-settings.ts'
import {
  type OpenDatabase,
  openExistingData,
} from '#server/platform/database/connection/open-database.ts'
import { openData } from '#server/platform/database/open-data.ts'
import { makeCells, writeCsv } from '#tests/server/listings/import/sheet-files.ts'
import { idOf } from '#tests/server/market-data.ts'
import {
  appendAuditEntries,
  letTamper,
  makeAuditEntry,
} from '#tests/server/platform/audit/audit-calls.ts'
import { manage, runProgram } from '#tests/server/server-process.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { folderForEachTest } from '#tests/support/temporary-folder.ts'
import { runHere } from './command-run.ts'

const PROCESS_MS = 120_000 // for tests that start Node and compile TypeScript several times

const OPERATOR = 'operator@marketplace.example'
const RAVI = 'ravi@team.example'
const NEW_KEY = '2a'.repeat(32)

/** Contains a data folder with the demonstration data, and a backup of it. Each test gets a copy. */
let made: string
const folder = folderForEachTest()

beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'manage-made-'))
  const env = {
    DATA_DIR: join(made, 'data'),
    PORT: '0',
    PAN_KEY: TEST_PAN_KEY,
    LOG_LEVEL: 'silent',
  }
  await (await startServer(readSettings(env), null)).close()
  await runHere(backupCommand, [join(made, 'one.backup')], env)
  return () => rmSync(made, { recursive: true })
}, PROCESS_MS)
beforeEach(() => cpSync(made, folder.path, { recursive: true }))

type Environment = Record<string, string>

/** Runs a subcommand on the copied data folder. Returns its output. */
const run = (makeCommand: typeof backupCommand, args: string[], env: Environment = {}) =>
  runHere(makeCommand, args, { DATA_DIR: folder.at('data'), PAN_KEY: TEST_PAN_KEY, ...env })

/** Reads or changes the copied database. */
async function onData<Result>(work: (db: OpenDatabase['db']) => Promise<Result>): Promise<Result> {
  const { db, close } = openExistingData(folder.at('data'))
  return work(db).finally(close)
}

/** Every file of a folder with its bytes. Skips SQLite's -wal and -shm files, which reading creates. */
function readFiles(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    files
      .filter((entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, readFileSync(path).toString('base64')]),
  )
}

describe('a dry run changes nothing', () => {
  const other = () => ({ DATA_DIR: folder.at('other') })
  test.each<[string, typeof backupCommand, string[], RegExp, (() => Environment)?]>([
    ['password', passwordCommand, [], /operator@marketplace.example would get a new password/],
    ['backup', backupCommand, [], /would be written to .*backups\/marketplace-.*\.backup/],
    ['rotate-pan-key', rotatePanKeyCommand, [], /^30 PAN/, () => ({ PAN_KEY_NEW: NEW_KEY })],
    ['seed', seedCommand, [], /would be put into/, other],
    ['restore', restoreCommand, ['one.backup'], /would be restored into/, other],
  ])('%s', async (_, makeCommand, names, said, makeEnv) => {
    const before = readFiles(folder.path)
    const args = ['--dry-run', ...names.map((name) => folder.at(name))]
    expect(await run(makeCommand, args, makeEnv?.())).toMatch(said)
    expect(readFiles(folder.path)).toEqual(before)
    expect(readdirSync(folder.path).sort()).toEqual(['data', 'one.backup', 'one.backup.sha256'])
  })

  test.each([
    [['add', '--dry-run', RAVI, 'viewer', 'A'], 'would join'],
    [['role', '--dry-run', OPERATOR, 'viewer'], 'would be viewer'],
    [['suspend', '--dry-run', OPERATOR], 'would be suspended'],
  ])('staff %j', async (args, sentence) => {
    const before = readFiles(folder.path)
    expect(await run(staffCommand, args)).toMatch(sentence)
    expect(readFiles(folder.path)).toEqual(before)
  })

  test('and reports what would make the command fail', async () => {
    const file = folder.at('one.backup')
    await expect(run(restoreCommand, ['--dry-run', file])).rejects.toThrow('is not empty')
    const wrongKey = { DATA_DIR: folder.at('other'), PAN_KEY: '11'.repeat(32) }
    await expect(run(restoreCommand, ['--dry-run', file], wrongKey)).rejects.toThrow('another key')
  })
})

describe('reset-second-factor', () => {
  const reset = (...args: string[]) => run(resetSecondFactorCommand, args)

  test('turns two-step sign-in off with an audit entry; repeated, it changes nothing', async () => {
    await onData(async (db) => {
      const { id } = await getOperator(db)
      await insertTotpSecret(db, id, 'sealed')
      await setTotpConfirmed(db, id, '2026-02-14T08:20:00.000Z')
    })
    expect(await reset('--dry-run', OPERATOR)).toMatch('would sign in with the password alone')
    expect(await reset('--yes', OPERATOR)).toMatch('is signed out everywhere')
    expect(await reset('--yes', OPERATOR)).toMatch('nothing was changed')
    await expect(reset('--yes', 'nobody@team.example')).rejects.toThrow('There is no account')
    await expect(reset(OPERATOR)).rejects.toThrow('--yes')
    const rows = await onData((db) =>
      db.selectFrom('audit_log').selectAll().orderBy('id').execute(),
    )
    expect(rows.at(-1)).toMatchObject({
      action: 'second-factor',
      to_value: 'reset',
      device_label: 'Command line',
    })
  })
})

test('if an e-mail address has two accounts, a command names the account that it changes', async () => {
  const EMAIL = DEMO_USER_EMAIL
  await run(staffCommand, ['add', EMAIL, 'viewer', 'Ananya'])
  await run(staffCommand, ['add', RAVI, 'viewer', 'Ravi'])
  const ask = (makeCommand: typeof backupCommand, ...args: string[]) =>
    run(makeCommand, ['--dry-run', ...args])
  expect(await ask(passwordCommand, EMAIL)).toContain(`${EMAIL} (the team account) would get`)
  expect(await ask(passwordCommand, RAVI)).toContain(`${RAVI} would get`)
  const reset = resetSecondFactorCommand
  for (const [args, name] of [
    [[EMAIL], `${EMAIL} (the team account)`],
    [['--account', 'staff', EMAIL], `${EMAIL} (the team account)`],
    [['--account', 'user', EMAIL], `${EMAIL} (the end user's account)`],
    [[RAVI], RAVI],
  ] as const)
    expect(await ask(reset, ...args)).toBe(`${name} would sign in with the password alone.\n`)
  await expect(ask(reset, '--account', 'user', RAVI)).rejects.toThrow(
    `There is no account (user) with the address ${RAVI}.`,
  )
})

describe('the `staff` command', () => {
  const staff = (...args: string[]) => run(staffCommand, args)

  test('adds a person and prints the password, changes the role, suspends, unsuspends and lists', async () => {
    expect(await staff('add', 'Ravi@Team.example', 'reviewer', 'Ravi', 'Shah')).toMatch(
      /^E-mail: {4}ravi@team\.example\nPassword: {2}([a-z2-9]{4}-){4}[a-z2-9]{4}\n$/,
    )
    expect(await staff('role', RAVI, 'viewer')).toBe(`${RAVI} is viewer.\n`)
    expect(await staff('suspend', '--yes', RAVI)).toMatch('is suspended')
    expect(await staff('list')).toBe(
      `owner     operator@marketplace.example  Operator\nviewer    ${RAVI}  Ravi Shah  suspended\n`,
    )
    await expect(staff('add', 'other@team.example', 'viewer', 'ravi', 'shah')).rejects.toThrow(
      'Somebody on the team has this name',
    )
    expect(await staff('unsuspend', RAVI)).toMatch('can sign in again')
    expect(await staff('list')).not.toMatch('suspended')
  })

  test.each([
    [['add', OPERATOR, 'viewer', 'A'], 'is on the team already'],
    [['add', 'nobody', 'viewer', 'A'], 'is not an e-mail address'],
    [['add', RAVI, 'boss', 'A'], 'There is no role boss: take one of owner, reviewer'],
    [['role', OPERATOR, 'viewer'], 'This is the last owner'],
    [['suspend', '--yes', OPERATOR], 'This is the last owner'],
    [['suspend', OPERATOR], '--yes'],
    [['role', RAVI, 'viewer'], 'This person is not on the team'],
  ])('%j is refused with a message and changes nothing', async (args, sentence) => {
    const before = await staff('list')
    await expect(staff(...args)).rejects.toThrow(sentence)
    expect(await staff('list')).toBe(before)
  })
})

test('`password` sets the password of the operator or of the given address, and adds an audit entry', async () => {
  await run(staffCommand, ['add', RAVI, 'viewer', 'Ravi', 'Shah'])
  const readHash = (email: string) =>
    onData(async (db) => {
      const users = db.selectFrom('users').select('password_hash').where('email', '=', email)
      return (await users.executeTakeFirstOrThrow()).password_hash
    })
  const before = await readHash(OPERATOR)
  expect(await run(passwordCommand, ['--yes', ' Ravi@Team.example'])).toMatch(
    /^E-mail: {8}ravi@team\.example\nNew password: {2}([a-z2-9]{4}-){4}[a-z2-9]{4}\nEvery device/,
  )
  expect(await readHash(OPERATOR)).toBe(before)
  const hash = await readHash(RAVI)
  expect(await run(passwordCommand, ['--yes'])).toMatch(/^E-mail: +operator@marketplace\.example\n/)
  expect(await readHash(OPERATOR)).not.toBe(before)
  await expect(run(passwordCommand, ['--yes', 'nobody@team.example'])).rejects.toThrow(
    'Nobody on the team has the address nobody@team.example.',
  )
  expect(await readHash(RAVI)).toBe(hash)
  const log = await onData((db) => db.selectFrom('audit_log').selectAll().execute())
  const labels = log.filter(({ action }) => action === 'password').map((row) => row.device_label)
  expect(labels).toEqual(['Command line', 'Command line'])
})

describe('a destructive command', () => {
  test.each<[string, typeof backupCommand, string[]]>([
    ['password', passwordCommand, []],
    ['restore', restoreCommand, ['one.backup']],
    ['rotate-pan-key', rotatePanKeyCommand, []],
  ])('is refused without a terminal to confirm on: %s', async (_, makeCommand, names) => {
    const before = readFiles(folder.path)
    const paths = names.map((name) => folder.at(name))
    const env = { PAN_KEY_NEW: NEW_KEY, ...(names[0] && { DATA_DIR: folder.at('other') }) }
    await expect(run(makeCommand, paths, env)).rejects.toThrow('--yes')
    expect(readFiles(folder.path)).toEqual(before)
  })

  test.each([
    ['y', true],
    ['Yes', true],
    ['', false],
    ['no', false],
  ])('runs on a terminal only after the answer y or yes: "%s"', async (answer, isDone) => {
    const input = Object.assign(new PassThrough(), { isTTY: true })
    const output = Object.assign(new PassThrough(), { isTTY: true })
    const asked = requireConfirmation('Do it?', false, { input, output })
    input.write(`${answer}\n`)
    if (isDone) await asked
    else await expect(asked).rejects.toThrow('Nothing was changed.')
    expect(String(output.read())).toContain('Do it? [y/N]')
  })
})

test('seeding fills an empty database and refuses any other', async () => {
  const env = { DATA_DIR: folder.at('other') }
  expect(await run(seedCommand, [], env)).toMatch(
    /^\d+ listings of \d+ members are in .+\nOperator's e-mail: .+\nOperator's password: .+\nDemo user.s e-mail: .+\nDemo user's password: \S+ {2}\(shown this once\)\n/,
  )
  for (const args of [[], ['--dry-run']])
    await expect(run(seedCommand, args, env)).rejects.toThrow(
      `The database in ${env.DATA_DIR} is not empty; nothing was changed.`,
    )
})

test('a file of listings is checked, then imported with a mapped column; refused rows are written to a file', async () => {
  const rows = [makeCells('a'), makeCells('b', { PIN: '12' }), makeCells('c')]
  const file = folder.at('flats.csv')
  const refused = folder.at('refused.csv')
  writeFileSync(file, writeCsv(rows).replace('"PIN"', '"Code of the post"'))
  const args = [file, '--email', 'office@sharma.example', '--business', 'Sharma Estates']
  args.push('--column', 'pincode=Code of the post')
  const before = readFiles(folder.at('data'))
  expect(await run(importCommand, [...args, '--dry-run'])).toMatch(
    /PIN code +Code of the post\n(.+\n)+Row 3, Code of the post \(F3\), “12”: .+\n2 of 3 rows would be imported, and 1 refused.\n$/,
  )
  expect(readFiles(folder.at('data'))).toEqual(before)
  expect(await run(importCommand, [...args, '--refused', refused])).toContain(
    '2 created, 0 updated, 0 unchanged, 1 refused.',
  )
  const written = readFileSync(refused, 'utf8').split('\r\n')
  expect(written.map((line) => line.split(',')[0])).toEqual(['\ufeffRef', 'b', ''])
  writeFileSync(file, writeCsv(rows, { delimiter: ';', bom: true }))
  expect(await run(importCommand, args.slice(0, 5))).toContain('0 created, 0 updated, 2 unchanged')
  for (const [wrong, said] of [
    [[...args.slice(0, 5), '--column', 'colour=PIN'], 'There is no field colour'],
    [[...args.slice(0, 5), '--column', 'city=Town'], 'The file has no column Town'],
    [[folder.at('none.csv'), ...args.slice(1, 5)], 'cannot be read'],
  ] as const)
    await expect(run(importCommand, [...wrong])).rejects.toThrow(said)
})

test('an import that stops with an unexpected error ends the command, and a running server tries it again', async () => {
  const file = folder.at('flats.csv')
  writeFileSync(file, writeCsv([makeCells('a')]))
  const args = [file, '--email', 'office@sharma.example', '--business', 'Sharma Estates']
  await onData((db) =>
    sql`create trigger broken before insert on postings begin select raise(abort, 'no'); end`.execute(
      db,
    ),
  )
  await expect(run(importCommand, args)).rejects.toThrow(
    'The import stopped: It failed unexpectedly. The log of the server has the error. A running server tries it again.',
  )
  const jobs = await onData((db) =>
    db.selectFrom('jobs').selectAll().where('kind', '=', 'imports').execute(),
  )
  expect(jobs).toMatchObject([{ kind: 'imports', attempts: 1, done_at: null, dead_at: null }])
})

test('the `password` command is refused before the first start of the server, which creates the database', async () => {
  const env = { DATA_DIR: folder.at('other') }
  await expect(run(passwordCommand, ['--yes'], env)).rejects.toThrow(
    `There is no database in ${env.DATA_DIR} yet: start the server once first.`,
  )
})

test('a new PAN key replaces the key of the data folder and decrypts the same PANs', async () => {
  const keyFile = folder.at('data', 'pan-key')
  writeFileSync(keyFile, `${TEST_PAN_KEY}\n`)
  const readPans = async (key: string) => {
    const pans = makePanCipher(parsePanKey(key) ?? Buffer.alloc(0))
    const rows = await onData((db) => db.selectFrom('loans').selectAll().orderBy('id').execute())
    return rows.flatMap(({ id, pan_sealed: sealed }) => (sealed ? [pans.open(id, sealed)] : []))
  }
  const rotate = (env: Record<string, string>) =>
    run(rotatePanKeyCommand, ['--yes'], { PAN_KEY: '', ...env })
  const before = await readPans(TEST_PAN_KEY)
  expect(before).toEqual(Array(30).fill(expect.stringMatching(/^[A-Z]{5}\d{4}[A-Z]$/)))
  await expect(rotate({})).rejects.toThrow(
    'PAN_KEY_NEW must be the new key; "openssl rand -base64 32" makes one.',
  )
  const [earlier, later] = [TEST_PAN_KEY, NEW_KEY].map(
    (key) => makePanCipher(parsePanKey(key) ?? Buffer.alloc(0)).fingerprint,
  )
  const kept = folder.at('data', `pan-key-${earlier}`)
  expect(await rotate({ PAN_KEY_NEW: NEW_KEY })).toContain(
    `30 PAN numbers in ${folder.at('data')} have the new key, with the fingerprint ${later}.\nBackups made before now need the earlier key ${earlier}. It is in ${kept}: `,
  )
  expect(readFileSync(kept, 'utf8')).toBe(`${TEST_PAN_KEY}\n`)
  expect(statSync(kept).mode & 0o777).toBe(0o600)
  expect(parsePanKey(readFileSync(keyFile, 'utf8').trim())?.toString('hex')).toBe(NEW_KEY)
  expect(await readPans(NEW_KEY)).toEqual(before)
  const wrong = { PAN_KEY: '11'.repeat(32), PAN_KEY_NEW: '22'.repeat(32) }
  await expect(rotate(wrong)).rejects.toThrow(
    new RegExp(
      `encrypted with another key: its fingerprint is ${later}, and that of the key in use is`,
    ),
  )
  await expect(rotate({ PAN_KEY: NEW_KEY, PAN_KEY_NEW: TEST_PAN_KEY })).resolves.toContain(
    'Keep that PAN_KEY until the last of these backups is deleted.',
  )
  await rotate({ PAN_KEY: TEST_PAN_KEY, PAN_KEY_NEW: NEW_KEY })
  expect(await readPans(NEW_KEY)).toEqual(before)
})

test('the audit command reports that the log is intact, or the first row whose hash does not match', async () => {
  await onData(async (db) => {
    const owner = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const entries = [1, 2, 3].map((number) => makeAuditEntry(number, owner.id))
    await appendAuditEntries(db, entries)
    const log = db.selectFrom('audit_log').selectAll().orderBy('id', 'desc')
    const { hash, id: last } = await log.executeTakeFirstOrThrow()
    expect(await run(auditCommand, [])).toBe(
      `The audit log is whole: ${last} rows, the last hash is ${hash}.\n`,
    )
    await letTamper(db)
    const changed = db.updateTable('audit_log').set({ to_value: 'rejected' })
    await changed.where('id', '=', last - 1).execute()
    await expect(run(auditCommand, [hash])).rejects.toThrow(
      `The audit log is not whole: row ${last - 1} (status, listing ${idOf(2)}, 2025-09-01T00:02:00.000Z) does not fit. ` +
        'It was changed, or a row before it was changed or taken out.',
    )
    await db.deleteFrom('audit_log').where('id', '>', 1).execute()
    await expect(run(auditCommand, [hash])).rejects.toThrow(
      'The audit log was cut off or written anew: 1 row, and none has the noted hash.',
    )
  })
})

describe('the command line', { timeout: PROCESS_MS }, () => {
  test('prints its help, and changes no file', async () => {
    const before = readFiles(folder.path)
    const env = { DATA_DIR: folder.at('data') }
    const { code, stdout, stderr } = await manage(['password', '--help'], env)
    expect(code).toBe(0)
    expect(stdout).toContain('Usage: npm run manage -- password')
    expect(stderr).toBe('')
    expect(readFiles(folder.path)).toEqual(before)
  })

  test('a killed restore leaves no temporary files, and can be run again', {
    tags: ['long'],
  }, async () => {
    const [data, temporary] = [folder.at('other'), folder.at('tmp')]
    for (const path of [data, temporary]) mkdirSync(path)
    const env = { DATA_DIR: data, TMPDIR: temporary }
    const args = ['restore', '--yes', folder.at('one.backup')]
    const program = runProgram('cli/manage.ts', env, args)
    const watcher = watch(data, (_, name) => {
      if (name === 'restoring') program.child.kill('SIGKILL')
    })
    expect(await program.ended).toMatchObject({ code: null })
    watcher.close()
    expect(readdirSync(temporary).filter((name) => !name.startsWith('tsx'))).toEqual([])
    await expect(openData({ dataDir: data, databaseUrl: null })).rejects.toThrow(
      `A restore or move was interrupted before it was done: run it again, or remove ${data}/restoring`,
    )
    expect(await run(restoreCommand, args.slice(1), env)).toMatch(/listings +143\n/)
    await (await openData({ dataDir: data, databaseUrl: null })).close()
  })
})

test('long work reports its progress in one line that is overwritten on a terminal, and in several lines elsewhere', () => {
  const play = (isTTY: boolean) => {
    const lines: string[] = []
    let atMs = 0
    const report = makeProgressLine({ isTTY, write: (text) => lines.push(text) }, () => atMs)
    for (const done of [500, 1_000, 1_500, 2_000]) {
      atMs += 600
      report('listings', done, 2_000)
    }
    return lines
  }
  expect(play(false)).toEqual(['listings: 1,000 of 2,000\n', 'listings: 2,000 of 2,000\n'])
  expect(play(true)).toEqual([
    '\r\u001b[Klistings: 1,000 of 2,000',
    '\r\u001b[Klistings: 2,000 of 2,000\n',
  ])
})

// @module-tag slow
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { getOperator } from '#server/auth/operator-account-service.ts'
import {
  insertTotpSecret,
  setTotpConfirmed,
} from '#server/auth/second-factor/second-factor-repository.ts'
import { auditCommand } from '#server/cli/audit-command.ts'
import { backupCommand } from '#server/cli/backup-command.ts'
import { requireConfirmation } from '#server/cli/confirmation.ts'
import { importCommand } from '#server/cli/import-command.ts'
import { noteOldName } from '#server/cli/old-names.ts'
import { passwordCommand } from '#server/cli/password-command.ts'
import { makeProgressLine } from '#server/cli/progress-line.ts'
import { resetSecondFactorCommand } from '#server/cli/reset-second-factor-command.ts'
import { restoreCommand } from '#server/cli/restore-command.ts'
import { rotatePanKeyCommand } from '#server/cli/rotate-pan-key-command.ts'
import { seedCommand } from '#server/cli/seed-command.ts'
import { staffCommand } from '#server/cli/staff-command.ts'
import { findKey } from '#server/config/pan-key.ts'
import { readSettings } from '#server/config/server-settings.ts'
import { openData, openDataUnlocked } from '#server/database/connection/open-data.ts'
import { openExistingData } from '#server/database/connection/open-database.ts'
import { DEMO_USER_EMAIL } from '#server/demo/demo-members.ts'
import { makePanCipher } from '#server/loans/pan-cipher.ts'
import { startServer } from '#server/start-server.ts'
import { appendAuditEntries, letTamper, makeAuditEntry } from '#tests/server/audit/audit-calls.ts'
import { makeCells, writeCsv } from '#tests/server/imports/sheet-files.ts'
import { idOf } from '#tests/server/market-data.ts'
import { manage, runProgram } from '#tests/server/server-process.ts'
import { TEST_PAN_KEY } from '#tests/support/server/test-pans.ts'
import { runHere } from './command-run.ts'

const PROCESS_MS = 120_000 // for tests that start Node and compile TypeScript several times

/** Contains a data folder with the demonstration data, and a backup of it. Each test gets a copy. */
let made: string
let folder = ''

beforeAll(async () => {
  made = mkdtempSync(join(tmpdir(), 'manage-made-'))
  const dataDir = join(made, 'data')
  const env = { DATA_DIR: dataDir, PORT: '0', PAN_KEY: TEST_PAN_KEY, LOG_LEVEL: 'silent' }
  await (await startServer(readSettings(env), null)).close()
  await run(backupCommand, [join(made, 'one.backup')], { DATA_DIR: dataDir })
}, PROCESS_MS)
afterAll(() => rmSync(made, { recursive: true }))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manage-'))
  cpSync(made, folder, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs a subcommand on the copied data folder. Returns its output. */
function run(
  makeCommand: typeof backupCommand,
  args: string[],
  env: Record<string, string> = {},
): Promise<string> {
  return runHere(makeCommand, args, {
    DATA_DIR: join(folder, 'data'),
    PAN_KEY: TEST_PAN_KEY,
    ...env,
  })
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
  test.each<[string, typeof backupCommand, string[], Record<string, string>, RegExp]>([
    ['password', passwordCommand, [], {}, /operator@marketplace.example would get a new password/],
    ['backup', backupCommand, [], {}, /would be written to .*backups\/marketplace-.*\.backup/],
    [
      'rotate-pan-key',
      rotatePanKeyCommand,
      [],
      { PAN_KEY_NEW: '2a'.repeat(32) },
      /^30 PAN numbers/,
    ],
    ['seed', seedCommand, [], { DATA_DIR: 'other' }, /would be put into/],
    ['restore', restoreCommand, ['one.backup'], { DATA_DIR: 'other' }, /would be restored into/],
  ])('%s', async (_, makeCommand, args, { DATA_DIR: other, ...env }, said) => {
    const before = readFiles(folder)
    const paths = args.map((name) => join(folder, name))
    const settings = { ...env, ...(other && { DATA_DIR: join(folder, other) }) }
    expect(await run(makeCommand, ['--dry-run', ...paths], settings)).toMatch(said)
    expect(readFiles(folder)).toEqual(before)
    expect(readdirSync(folder).sort()).toEqual(['data', 'one.backup'])
  })

  test('and reports what would make the command fail', async () => {
    const file = join(folder, 'one.backup')
    await expect(run(restoreCommand, ['--dry-run', file])).rejects.toThrow('is not empty')
    const wrongKey = { DATA_DIR: join(folder, 'other'), PAN_KEY: '11'.repeat(32) }
    await expect(run(restoreCommand, ['--dry-run', file], wrongKey)).rejects.toThrow('another key')
  })
})

describe('reset-second-factor', () => {
  const reset = (...args: string[]) => run(resetSecondFactorCommand, args)
  const OPERATOR = 'operator@marketplace.example'
  type Data = Awaited<ReturnType<typeof openDataUnlocked>>['db']
  const onData = async <Result>(work: (db: Data) => Promise<Result>) => {
    const { db, close } = await openDataUnlocked(readSettings({ DATA_DIR: join(folder, 'data') }))
    return work(db).finally(close)
  }

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
      db
        .selectFrom('audit_log')
        .select(['action', 'to_value', 'device_label'])
        .orderBy('id')
        .execute(),
    )
    expect(rows.at(-1)).toEqual({
      action: 'second-factor',
      to_value: 'reset',
      device_label: 'Command line',
    })
  })
})

test('if an e-mail address has two accounts, a command names the account that it changes', async () => {
  const RAVI = 'ravi@team.example'
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
  const RAVI = 'ravi@team.example'
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
    expect(await staff('unsuspend', RAVI)).toMatch('can sign in again')
    expect(await staff('list')).not.toMatch('suspended')
  })

  test.each([
    [['add', 'operator@marketplace.example', 'viewer', 'A'], 'is on the team already'],
    [['add', 'nobody', 'viewer', 'A'], 'is not an e-mail address'],
    [['add', RAVI, 'boss', 'A'], 'There is no role boss: take one of owner, reviewer'],
    [['role', 'operator@marketplace.example', 'viewer'], 'This is the last owner'],
    [['suspend', '--yes', 'operator@marketplace.example'], 'This is the last owner'],
    [['suspend', 'operator@marketplace.example'], '--yes'],
    [['role', RAVI, 'viewer'], 'This person is not on the team'],
  ])('%j is refused with a message and changes nothing', async (args, sentence) => {
    const before = await staff('list')
    await expect(staff(...args)).rejects.toThrow(sentence)
    expect(await staff('list')).toBe(before)
  })

  test.each([
    [['add', '--dry-run', RAVI, 'viewer', 'A'], 'would join'],
    [['role', '--dry-run', 'operator@marketplace.example', 'viewer'], 'would be viewer'],
    [['suspend', '--dry-run', 'operator@marketplace.example'], 'would be suspended'],
  ])('a dry run of %j changes nothing', async (args, sentence) => {
    const before = readFiles(folder)
    expect(await staff(...args)).toMatch(sentence)
    expect(readFiles(folder)).toEqual(before)
  })
})

test('`password` sets the password of the operator or of the given address, and adds an audit entry', async () => {
  const RAVI = 'ravi@team.example'
  await run(staffCommand, ['add', RAVI, 'viewer', 'Ravi', 'Shah'])
  const { db, close } = openExistingData(join(folder, 'data'))
  const readHash = async (email: string) =>
    (await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow())
      .password_hash
  const before = await readHash('operator@marketplace.example')
  expect(await run(passwordCommand, ['--yes', ' Ravi@Team.example'])).toMatch(
    /^E-mail: {8}ravi@team\.example\nNew password: {2}([a-z2-9]{4}-){4}[a-z2-9]{4}\nEvery device/,
  )
  expect(await readHash('operator@marketplace.example')).toBe(before)
  const hash = await readHash(RAVI)
  expect(await run(passwordCommand, ['--yes'])).toMatch(/^E-mail: +operator@marketplace\.example\n/)
  expect(await readHash('operator@marketplace.example')).not.toBe(before)
  await expect(run(passwordCommand, ['--yes', 'nobody@team.example'])).rejects.toThrow(
    'Nobody on the team has the address nobody@team.example.',
  )
  expect(await readHash(RAVI)).toBe(hash)
  const log = await db.selectFrom('audit_log').select(['action', 'device_label']).execute()
  const entry = { action: 'password', device_label: 'Command line' }
  expect(log.filter(({ action }) => action === 'password')).toEqual([entry, entry])
  await close()
})

describe('a destructive command', () => {
  test.each([
    ['password', passwordCommand, []],
    ['restore', restoreCommand, ['one.backup']],
    ['rotate-pan-key', rotatePanKeyCommand, []],
  ])('is refused without a terminal to confirm on: %s', async (_, makeCommand, args) => {
    const before = readFiles(folder)
    const env = {
      PAN_KEY_NEW: '2a'.repeat(32),
      ...(args[0] && { DATA_DIR: join(folder, 'other') }),
    }
    const paths = args.map((name) => join(folder, name))
    await expect(run(makeCommand, paths, env)).rejects.toThrow('--yes')
    expect(readFiles(folder)).toEqual(before)
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
  const env = { DATA_DIR: join(folder, 'other') }
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
  const file = join(folder, 'flats.csv')
  const refused = join(folder, 'refused.csv')
  writeFileSync(file, writeCsv(rows).replace('"PIN"', '"Code of the post"'))
  const args = [file, '--email', 'office@sharma.example', '--business', 'Sharma Estates']
  args.push('--column', 'pincode=Code of the post')
  const before = readFiles(join(folder, 'data'))
  expect(await run(importCommand, [...args, '--dry-run'])).toMatch(
    /PIN code +Code of the post\n(.+\n)+Row 3, Code of the post: .+\n2 of 3 rows would be imported, and 1 refused.\n$/,
  )
  expect(readFiles(join(folder, 'data'))).toEqual(before)
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
    [[join(folder, 'none.csv'), ...args.slice(1, 5)], 'cannot be read'],
  ] as const)
    await expect(run(importCommand, [...wrong])).rejects.toThrow(said)
})

test('the `password` command is refused before the first start of the server, which creates the database', async () => {
  const env = { DATA_DIR: join(folder, 'other') }
  await expect(run(passwordCommand, ['--yes'], env)).rejects.toThrow(
    `There is no database in ${env.DATA_DIR} yet: start the server once first.`,
  )
})

test('a new PAN key replaces the key of the data folder and decrypts the same PANs', async () => {
  const NEW_KEY = '2a'.repeat(32)
  const keyFile = join(folder, 'data', 'pan-key')
  writeFileSync(keyFile, `${TEST_PAN_KEY}\n`)
  const readPans = async (key: string) => {
    const pans = makePanCipher(findKey(key) ?? Buffer.alloc(0))
    const { db, close } = openExistingData(join(folder, 'data'))
    const rows = await db.selectFrom('loans').selectAll().orderBy('id').execute()
    await close()
    return rows.flatMap(({ id, pan_sealed: sealed }) => (sealed ? [pans.open(id, sealed)] : []))
  }
  const rotate = (env: Record<string, string>) =>
    run(rotatePanKeyCommand, ['--yes'], { PAN_KEY: '', ...env })
  const before = await readPans(TEST_PAN_KEY)
  expect(before).toEqual(Array(30).fill(expect.stringMatching(/^[A-Z]{5}\d{4}[A-Z]$/)))
  await expect(rotate({})).rejects.toThrow(
    'PAN_KEY_NEW must be the new key; "openssl rand -base64 32" makes one.',
  )
  expect(await rotate({ PAN_KEY_NEW: NEW_KEY })).toContain(
    `30 PAN numbers in ${join(folder, 'data')} have the new key.\n`,
  )
  expect(findKey(readFileSync(keyFile, 'utf8').trim())?.toString('hex')).toBe(NEW_KEY)
  expect(await readPans(NEW_KEY)).toEqual(before)
  const wrong = { PAN_KEY: '11'.repeat(32), PAN_KEY_NEW: '22'.repeat(32) }
  await expect(rotate(wrong)).rejects.toThrow('encrypted with another key')
  expect(await readPans(NEW_KEY)).toEqual(before)
})

test('the audit command reports that the log is intact, or the first row whose hash does not match', async () => {
  const { db, close } = openExistingData(join(folder, 'data'))
  const owner = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const entries = [1, 2, 3].map((number) => makeAuditEntry(number, owner.id))
  await appendAuditEntries(db, entries)
  const { hash, id: last } = await db
    .selectFrom('audit_log')
    .select(['hash', 'id'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(await run(auditCommand, [])).toBe(
    `The audit log is whole: ${last} rows, the last hash is ${hash}.\n`,
  )
  await letTamper(db)
  await db
    .updateTable('audit_log')
    .set({ to_value: 'rejected' })
    .where('id', '=', last - 1)
    .execute()
  await expect(run(auditCommand, [hash])).rejects.toThrow(
    `The audit log is not whole: row ${last - 1} (status, listing ${idOf(2)}, 2025-09-01T00:02:00.000Z) does not fit. ` +
      'It was changed, or a row before it was changed or taken out.',
  )
  await db.deleteFrom('audit_log').where('id', '>', 1).execute()
  await expect(run(auditCommand, [hash])).rejects.toThrow(
    'The audit log was cut off or written anew: 1 row, and none has the noted hash.',
  )
  await close()
})

describe('the command line', { timeout: PROCESS_MS }, () => {
  test('prints its help, and changes no file', async () => {
    const before = readFiles(folder)
    const env = { DATA_DIR: join(folder, 'data'), npm_lifecycle_event: 'operator:password' }
    const { code, stdout, stderr } = await manage(['password', '--help'], env)
    expect(code).toBe(0)
    expect(stdout).toContain('Usage: npm run manage -- password')
    expect(stderr).toBe(
      '"npm run operator:password" goes with the next release. Use: npm run manage -- password\n',
    )
    expect(readFiles(folder)).toEqual(before)
  })

  test('each npm script of earlier versions runs the same subcommand that its deprecation notice names', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const aliases = Object.entries<string>(scripts).filter(([, run]) => run.includes('manage.js '))
    for (const [name] of aliases) noteOldName(name)
    noteOldName('manage')
    const said = write.mock.calls.map(([line]) => String(line))
    write.mockRestore()
    expect(said).toHaveLength(8)
    expect(said.map((line) => / -- (.+)\n$/.exec(line)?.[1])).toEqual(
      aliases.map(([, run]) => run.replace('node build/manage.js ', '')),
    )
  })

  test('a killed restore leaves no temporary files, and can be run again', async () => {
    const [data, temporary] = [join(folder, 'other'), join(folder, 'tmp')]
    for (const path of [data, temporary]) mkdirSync(path)
    const env = { DATA_DIR: data, TMPDIR: temporary }
    const args = ['restore', '--yes', join(folder, 'one.backup')]
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

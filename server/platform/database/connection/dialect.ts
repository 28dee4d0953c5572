import {
  type DatabaseConnection,
  type Dialect,
  type Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type Database from 'libsql'
import { noteBegin, noteEnd } from './transaction-times.ts'

// Kysely over libsql. libsql crashes the process on a bound boolean and truncates text at a NUL, so
// neither may reach it.

export class LibsqlDialect implements Dialect {
  constructor(readonly database: Database.Database) {}

  createDriver() {
    return new LibsqlDriver(this.database)
  }

  createAdapter() {
    return new LibsqlAdapter()
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler()
  }

  createIntrospector(db: Kysely<unknown>) {
    return new SqliteIntrospector(db)
  }
}

class LibsqlAdapter extends SqliteAdapter {
  // SQLite can roll back schema changes, so a failed migration leaves nothing behind.
  override get supportsTransactionalDdl() {
    return true
  }
}

class LibsqlDriver extends SqliteDriver {
  readonly #database: Database.Database

  constructor(database: Database.Database) {
    super({ database: guardBinding(database) })
    this.#database = database
  }

  // Takes the write lock at the beginning. A deferred transaction that reads first would fail at
  // its first write if another writer has committed since.
  override async beginTransaction(connection: DatabaseConnection) {
    noteBegin(connection)
    this.#database.exec('begin immediate')
  }

  override async commitTransaction(connection: DatabaseConnection) {
    this.#database.exec('commit')
    noteEnd(connection, 'commit')
  }

  // SQLite rolls back by itself when the disk is full. A second rollback would hide the first
  // error.
  override async rollbackTransaction(connection: DatabaseConnection) {
    noteEnd(connection, 'rollback')
    if (this.#database.inTransaction) this.#database.exec('rollback')
  }
}

function guardBinding(database: Database.Database): SqliteDatabase {
  const writes = makeLastWrite(database)
  return {
    close: () => {
      database.close()
    },
    prepare: (sql) => {
      const statement = isWrite(sql) ? writes.prepare(sql) : database.prepare(sql)
      const run = <Result>(work: () => Result) =>
        isWrite(sql) ? whileWriting(database, writes, work) : work()
      return {
        reader: statement.reader,
        all: (parameters) => run(() => statement.all(parameters.map(toBindable))),
        run: (parameters) => run(() => statement.run(parameters.map(toBindable))),
        iterate: (parameters) => statement.iterate(parameters.map(toBindable)),
      }
    },
  }
}

function isWrite(sql: string): boolean {
  return /^\s*(insert|update|delete)\b/i.test(sql)
}

/**
 * Keeps the last prepared write for the next one with the same text. The memory of a statement is released only when
 * its object is garbage-collected, and the collector does not see how much that is: the inserts of a restore, 500 rows
 * each, took 5 MB per 1,000 rows.
 */
function makeLastWrite(database: Database.Database) {
  let last: { sql: string; statement: Database.Statement } | null = null
  return {
    prepare(sql: string): Database.Statement {
      if (last?.sql !== sql) last = { sql, statement: database.prepare(sql) }
      return last.statement
    },
    /** A statement that failed may still be in progress. */
    forget() {
      last = null
    },
  }
}

/**
 * Runs a write in a new transaction if none is open. A prepared statement that finds the
 * database busy stays in progress until it is garbage-collected, and blocks every commit until
 * then. `exec` does not have this problem, so only `exec` may wait for the lock.
 */
function whileWriting<Result>(
  database: Database.Database,
  writes: { forget(): void },
  run: () => Result,
): Result {
  const isAlone = !database.inTransaction
  if (isAlone) database.exec('begin immediate')
  try {
    const result = run()
    if (isAlone) database.exec('commit')
    return result
  } catch (error) {
    writes.forget()
    if (isAlone && database.inTransaction) database.exec('rollback')
    throw error
  }
}

function toBindable(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' && value.includes('\0'))
    throw new TypeError('text for the database holds a NUL character')
  return value
}

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

// Kysely over libsql, with what libsql leaves to its caller: it ends the process on a bound boolean and cuts text
// at a NUL, so neither ever reaches it.

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
  // SQLite rolls schema changes back like any other, so a migration that fails leaves nothing behind.
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

  // A transaction that reads first and writes later would find out only then that another writer was faster.
  override async beginTransaction(connection: DatabaseConnection) {
    noteBegin(connection)
    this.#database.exec('begin immediate')
  }

  override async commitTransaction(connection: DatabaseConnection) {
    this.#database.exec('commit')
    noteEnd(connection, 'commit')
  }

  // A full disk rolls back by itself; a second rollback would hide the first error.
  override async rollbackTransaction(connection: DatabaseConnection) {
    noteEnd(connection, 'rollback')
    if (this.#database.inTransaction) this.#database.exec('rollback')
  }
}

function guardBinding(database: Database.Database): SqliteDatabase {
  return {
    close: () => {
      database.close()
    },
    prepare: (sql) => {
      const statement = database.prepare(sql)
      return {
        reader: statement.reader,
        all: (parameters) =>
          whileWriting(database, sql, () => statement.all(parameters.map(toBindable))),
        run: (parameters) =>
          whileWriting(database, sql, () => statement.run(parameters.map(toBindable))),
        iterate: (parameters) => statement.iterate(parameters.map(toBindable)),
      }
    },
  }
}

/**
 * Runs a write in a transaction of its own when there is none. A prepared statement that finds the database busy stays
 * in progress until it is collected and blocks every commit until then; `exec` does not, so only it may meet that.
 */
function whileWriting<Result>(database: Database.Database, sql: string, run: () => Result): Result {
  if (database.inTransaction || !/^\s*(insert|update|delete)\b/i.test(sql)) return run()
  database.exec('begin immediate')
  try {
    const result = run()
    database.exec('commit')
    return result
  } catch (error) {
    if (database.inTransaction) database.exec('rollback')
    throw error
  }
}

function toBindable(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string' && value.includes('\0'))
    throw new TypeError('text for the database holds a NUL character')
  return value
}

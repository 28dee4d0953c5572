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
  const statements = makeStatements(database)
  return {
    close: () => {
      database.close()
    },
    prepare: (sql) => {
      const statement = statements.prepare(sql)
      const run = <Result>(work: () => Result) => {
        try {
          return isWrite(sql) ? whileWriting(database, work) : work()
        } catch (error) {
          statements.forget(sql)
          throw error
        }
      }
      return {
        reader: statement.reader,
        all: (parameters) => run(() => statement.all(parameters.map(toBindable))),
        run: (parameters) => run(() => statement.run(parameters.map(toBindable))),
        // Not a kept statement: the same text may run again while its rows are taken one by one.
        iterate: (parameters) => database.prepare(sql).iterate(parameters.map(toBindable)),
      }
    },
  }
}

function isWrite(sql: string): boolean {
  return /^\s*(insert|update|delete)\b/i.test(sql)
}

/** Together. The insert of 500 rows of a restore has 40,000, and takes 2.5 MB of memory. */
const MOST_KEPT_CHARACTERS = 200_000

/**
 * Keeps the statements that were prepared last, because preparing one often takes longer than running it. It also bounds their
 * memory, which is released only when the object is garbage-collected: the collector does not see how much that is.
 */
function makeStatements(database: Database.Database) {
  /** The least recently used first. */
  const kept = new Map<string, Database.Statement>()
  let characters = 0

  /** A statement that failed may still be in progress. */
  function forget(sql: string): void {
    if (kept.delete(sql)) characters -= sql.length
  }

  return {
    forget,
    prepare(sql: string): Database.Statement {
      const statement = kept.get(sql) ?? database.prepare(sql)
      forget(sql)
      // Another schema may give the columns of kept statements other names.
      if (/^\s*(create|alter|drop)\b/i.test(sql)) for (const text of kept.keys()) forget(text)
      else {
        kept.set(sql, statement)
        characters += sql.length
      }
      for (const text of kept.keys()) {
        if (characters <= MOST_KEPT_CHARACTERS) break
        forget(text)
      }
      return statement
    },
  }
}

/**
 * Runs a write in a new transaction if none is open. A prepared statement that finds the
 * database busy stays in progress until it is garbage-collected, and blocks every commit until
 * then. `exec` does not have this problem, so only `exec` may wait for the lock.
 */
function whileWriting<Result>(database: Database.Database, run: () => Result): Result {
  const isAlone = !database.inTransaction
  if (isAlone) database.exec('begin immediate')
  try {
    const result = run()
    if (isAlone) database.exec('commit')
    return result
  } catch (error) {
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

import { Kysely } from 'kysely'
import Database from 'libsql'
import { LibsqlDialect } from '#server/database/connection/dialect.ts'
import type { Tables } from '#server/database/schema.ts'

// The server's process, as far as its death can be told from outside: what was committed stays, what was not is gone, and
// nothing after it reaches the database.

/** At its first commit from now on: just before it, or just after. */
export type DeathMoment = 'before-commit' | 'after-commit'

export class SimProcess {
  private doom: DeathMoment | null = null
  private isDead = false

  end(moment: DeathMoment): void {
    this.doom = moment
  }

  start(): void {
    this.doom = null
    this.isDead = false
  }

  /** @throws of a process that is dead */
  reach(): void {
    if (this.isDead) throw new Error('The server was killed.')
  }

  commit(work: () => void): void {
    const { doom } = this
    this.doom = null
    if (doom === 'before-commit') {
      this.isDead = true
      this.reach()
    }
    work()
    this.isDead = doom === 'after-commit'
  }
}

/** A database in memory that a process' death cuts off. */
export function openSimDatabase(process: SimProcess): Kysely<Tables> {
  const database = new Database(':memory:')
  database.exec('pragma foreign_keys = on')
  // Every schedule runs the same statements, and preparing one takes as long as running it.
  const statements = new Map<string, Database.Statement>()
  const prepare = (text: string) => {
    const statement = statements.get(text) ?? database.prepare(text)
    statements.set(text, statement)
    return statement
  }
  const watched = new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const work = () => value.apply(target, args) as unknown
        // What was not committed is rolled back by whoever opens the database next.
        if (name === 'close' || args[0] === 'rollback') return work()
        process.reach()
        if (name === 'prepare') return prepare(String(args[0]))
        return args[0] === 'commit' ? process.commit(() => void work()) : work()
      }
    },
  })
  return new Kysely<Tables>({ dialect: new LibsqlDialect(watched) })
}

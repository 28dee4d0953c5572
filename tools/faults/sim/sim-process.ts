import { Kysely } from 'kysely'
import Database from 'libsql'
import { LibsqlDialect } from '#server/platform/database/connection/dialect.ts'
import type { Tables } from '#server/platform/database/schema.ts'

// Simulates the death of the server's process: committed data remains, uncommitted data is rolled back, and later
// statements do not reach the database.

/** When the process dies: just before or just after its next commit. */
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

  /** @throws if the process is dead */
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

/** An in-memory database that rejects statements after the process's death. */
export function openSimDatabase(process: SimProcess): Kysely<Tables> {
  const database = new Database(':memory:')
  database.exec('pragma foreign_keys = on')
  // A cache: every schedule runs the same statements, and preparing one takes as long as running it.
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
        // A rollback works even after the death, because reopening the database would roll back too.
        if (name === 'close' || args[0] === 'rollback') return work()
        process.reach()
        if (name === 'prepare') return prepare(String(args[0]))
        return args[0] === 'commit' ? process.commit(() => void work()) : work()
      }
    },
  })
  return new Kysely<Tables>({ dialect: new LibsqlDialect(watched) })
}

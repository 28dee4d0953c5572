import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import { noteBegin, noteEnd } from './transaction-times.ts'

// Kysely over pg with one writer at a time, like the embedded database. A writing transaction first
// takes a lock that all our processes share, and only then reads what it depends on. So a check and
// its write are atomic, limits hold across processes, and revisions become visible in order.

export const WRITER_LOCK = 1_835_102_827 // any number, the same in every process

export class OneWriterDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver() {
    return new OneWriterDriver(this.#config)
  }
}

class OneWriterDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    noteBegin(connection)
    await super.beginTransaction(connection, settings)
    // Transactions with an isolation level only read a snapshot, so they need no lock. All others see
    // everything that was committed before they got the lock.
    if (settings.isolationLevel) return
    try {
      await connection.executeQuery(
        CompiledQuery.raw(`select pg_advisory_xact_lock(${WRITER_LOCK})`),
      )
    } catch (error) {
      // If a transaction cannot begin, Kysely releases its connection without a rollback.
      await this.rollbackTransaction(connection)
      throw error
    }
  }

  override async commitTransaction(connection: DatabaseConnection) {
    await super.commitTransaction(connection)
    noteEnd(connection, 'commit')
  }

  override async rollbackTransaction(connection: DatabaseConnection) {
    noteEnd(connection, 'rollback')
    await super.rollbackTransaction(connection)
  }
}

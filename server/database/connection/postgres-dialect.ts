import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import { noteBegin, noteEnd } from './transaction-times.ts'

// Kysely over pg, with one writer at a time as the embedded database has it: whoever writes takes one lock that every
// process of ours takes, and reads what it decides by only then. So a check and the write that rests on it cannot be
// parted, limits hold for all processes together, and revisions become visible in their order.

export const WRITER_LOCK = 1_835_102_827 // any number does, as long as every process takes the same

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
    // A snapshot only reads. Other transactions see, once they hold the lock, everything committed before.
    if (settings.isolationLevel) return
    try {
      await connection.executeQuery(
        CompiledQuery.raw(`select pg_advisory_xact_lock(${WRITER_LOCK})`),
      )
    } catch (error) {
      // Kysely releases the connection of a transaction that could not begin, and does not roll back.
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

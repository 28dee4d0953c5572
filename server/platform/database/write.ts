import { type Kysely, type KyselyPlugin, type OperationNode, RawNode } from 'kysely'
import type { Tables } from './schema.ts'

/**
 * Runs work in one writing transaction. Writing transactions of all processes run one after the other, on SQLite and on
 * PostgreSQL, and each sees everything that was committed before it began. An error rolls back.
 */
export type Write = <Result>(work: (trx: Kysely<Tables>) => Promise<Result>) => Promise<Result>

/**
 * Writes of the server itself: the command line, jobs, and what runs before anybody is asked who they are.
 * @param onCommit called after each committed transaction
 */
export function makeWrite(db: Kysely<Tables>, onCommit?: () => void): Write {
  return async (work) => {
    const result = await db.transaction().execute(work)
    onCommit?.()
    return result
  }
}

/** Writes within a transaction that has begun, for work that is a part of a larger change. */
export function makeWriteWithin(trx: Kysely<Tables>): Write {
  return (work) => work(trx)
}

/** The same database for reading only: a statement that writes throws. */
export function forReading(db: Kysely<Tables>): Kysely<Tables> {
  return db.withPlugin(READS_ONLY)
}

const WRITING_NODES: ReadonlySet<string> = new Set<OperationNode['kind']>([
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
  'MergeQueryNode',
])

const WRITING_TEXT = /^\s*(insert|update|delete|replace|merge)\b/i

const READS_ONLY: KyselyPlugin = {
  transformQuery({ node }) {
    const text = RawNode.is(node) ? (node.sqlFragments[0] ?? '') : ''
    if (WRITING_NODES.has(node.kind) || WRITING_TEXT.test(text))
      throw new Error('this database is for reading: a call writes in the transaction of `write`')
    return node
  },
  async transformResult({ result }) {
    return result
  },
}

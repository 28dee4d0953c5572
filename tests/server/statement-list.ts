import { type KyselyPlugin, SqliteQueryCompiler } from 'kysely'

/** A Kysely plugin that passes each query as SQLite's SQL to `see` before it runs. It does not see BEGIN and COMMIT. */
export function watchStatements(see: (statement: string) => void): KyselyPlugin {
  return {
    transformQuery({ node, queryId }) {
      see(new SqliteQueryCompiler().compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/** A Kysely plugin, and the list in which it records each query. */
export function makeStatementList(): { plugin: KyselyPlugin; statements: string[] } {
  const statements: string[] = []
  return { plugin: watchStatements((statement) => statements.push(statement)), statements }
}

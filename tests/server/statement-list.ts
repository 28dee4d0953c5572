import { type KyselyPlugin, SqliteQueryCompiler } from 'kysely'

/** A Kysely plugin, and the list in which it records each query as SQLite's SQL. BEGIN and COMMIT are not recorded. */
export function makeStatementList(): { plugin: KyselyPlugin; statements: string[] } {
  const statements: string[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.push(new SqliteQueryCompiler().compileQuery(node, queryId).sql)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { plugin, statements }
}

import { type KyselyPlugin, SqliteQueryCompiler } from 'kysely'

/** Records every statement that is sent to the database. */
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

import { kill, pid } from 'node:process'
import { type KyselyPlugin, SqliteQueryCompiler } from 'kysely'
import { openDatabase } from '#server/database/connection/open-database.ts'
import { migrate } from '#server/database/migrate.ts'

// A program of the test account-per-role: migrates the database file that the first argument names, and kills itself
// before the first statement that starts with the second argument.

const [, , file = '', statement = ''] = process.argv
const killing: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    const text = new SqliteQueryCompiler().compileQuery(node, queryId).sql
    if (text.startsWith(statement)) kill(pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
}
await migrate(openDatabase(file).withPlugin(killing))

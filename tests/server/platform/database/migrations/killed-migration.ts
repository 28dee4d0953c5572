import { kill, pid } from 'node:process'
import { openDatabase } from '#server/platform/database/connection/open-database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { watchStatements } from '#tests/server/statement-list.ts'

// A program of the test baseline: migrates the database file that the first argument names, and kills itself
// before the first statement that starts with the second argument.

const [, , file = '', begin = ''] = process.argv
const killing = watchStatements((statement) => {
  if (statement.startsWith(begin)) kill(pid, 'SIGKILL')
})
await migrate(openDatabase(file).withPlugin(killing))

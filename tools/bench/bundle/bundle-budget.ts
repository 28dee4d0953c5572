import { resolve } from 'node:path'
import { reportBudgets } from './budget-report.ts'
import { measureBundle } from './bundle-sizes.ts'

// `npm run bench -- bundle` compares the build in dist with its budgets.

const { isOver, text } = reportBudgets(measureBundle(resolve('dist')))
console.log(text)
if (isOver) process.exitCode = 1

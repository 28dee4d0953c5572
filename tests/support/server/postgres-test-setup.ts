import { inject } from 'vitest'
import { runOnCluster } from './test-database.ts'

runOnCluster(inject('postgres'))

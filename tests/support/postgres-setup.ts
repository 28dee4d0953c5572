import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-cluster.ts'
import { makeTemplate } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the tests' PostgreSQL, at its database for whoever makes others. */
    postgres: string
  }
}

/** Once before the server's tests on PostgreSQL: starts a cluster, and makes the tables that every test begins with. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgres()
  await makeTemplate((name) => cluster.createDatabase(name))
  project.provide('postgres', await cluster.createDatabase('makers'))
  return cluster.close
}

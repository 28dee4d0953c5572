import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-cluster.ts'
import { makeTemplate } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection URL of the tests' PostgreSQL, to create further databases from. */
    postgres: string
  }
}

/** Before the PostgreSQL server tests: starts a cluster with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgres()
  await makeTemplate((name) => cluster.createDatabase(name))
  project.provide('postgres', await cluster.createDatabase('makers'))
  return cluster.close
}

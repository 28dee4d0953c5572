import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-cluster.ts'
import { makeTemplate } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection URL with which tests create their databases. */
    postgres: string
  }
}

/** Starts a PostgreSQL cluster with a migrated template database before the server tests on PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgres()
  await makeTemplate((name) => cluster.createDatabase(name))
  project.provide('postgres', await cluster.createDatabase('makers'))
  return cluster.close
}

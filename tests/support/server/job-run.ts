import { makeBackgroundWork } from '#server/operations/background-work.ts'
import type { JobKind } from '#server/platform/jobs/job-kind-service.ts'
import { makeJobRunner } from '#server/platform/jobs/job-runner-service.ts'
import type { TestServer } from './server-fixture.ts'

type Runner = Pick<TestServer, 'db' | 'write' | 'log' | 'metrics' | 'clock'>

/** Runs what is due of a kind, as each server process does regularly, and waits until all of it has ended. */
export async function runJobs(
  server: Runner,
  kind: JobKind,
  isStopping = () => false,
): Promise<void> {
  const background = makeBackgroundWork(server.log)
  background.start(makeJobRunner({ ...depsOf(server), background }, kind, isStopping))
  await background.settle()
}

/**
 * Claims what is due of a kind, and returns functions that run it. A process that never calls them is one that was killed.
 */
export async function claimJobs(
  server: Runner,
  kind: JobKind,
): Promise<(() => Promise<unknown>)[]> {
  const claimed: (() => Promise<unknown>)[] = []
  const background = { start: (work: () => Promise<unknown>) => void claimed.push(work) }
  await makeJobRunner({ ...depsOf(server), background }, kind, () => false)()
  return claimed
}

function depsOf({ db, write, log, metrics, clock }: Runner) {
  return { db, write, log, metrics, clock: clock.now }
}

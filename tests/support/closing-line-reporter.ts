import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'

/**
 * Lists flaky tests with their errors when the run ends. On process exit, prints "N passed, N failed"
 * alone on the last line of the output.
 */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly unknown[],
    _reason: TestRunEndReason,
  ): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    for (const test of tests.filter((each) => each.diagnostic()?.flaky)) {
      const reasons = test.result().errors?.map(({ message, stack }) => `${message}\n${stack}`)
      process.stdout.write(
        `\nOnly when tried again: ${test.module.moduleId} > ${test.fullName}\n${reasons?.join('\n')}\n`,
      )
    }
    const states = tests.map((test) => test.result().state)
    const passed = states.filter((state) => state === 'passed').length
    // A file that fails to load and an error outside any test also count as failures.
    const brokenModules = modules.filter((module) => module.errors().length > 0).length
    const failed =
      states.filter((state) => state === 'failed').length + brokenModules + unhandledErrors.length
    process.once('exit', () => process.stdout.write(`\n${passed} passed, ${failed} failed\n`))
  }
}

import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'

/** Ends the output with 'N passed, N failed' alone on its last line, whatever else is printed on the way out. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly unknown[],
    _reason: TestRunEndReason,
  ): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    )
    const passed = states.filter((state) => state === 'passed').length
    // A file that does not load and an error outside any test are failures too.
    const brokenModules = modules.filter((module) => module.errors().length > 0).length
    const failed =
      states.filter((state) => state === 'failed').length + brokenModules + unhandledErrors.length
    process.once('exit', () => process.stdout.write(`\n${passed} passed, ${failed} failed\n`))
  }
}

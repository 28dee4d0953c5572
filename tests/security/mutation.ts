/** One way to break a rule of docs/security.md, and the tests of its rows that have to notice. */
export interface Mutation {
  /** The requirements whose rule this is. */
  ids: readonly string[]
  file: string
  /** Stands in the file exactly once. */
  find: string
  replace: string
  /** As docs/security.md names them: `server/a.test.ts › title`. */
  red: readonly string[]
}

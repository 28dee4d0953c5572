/** One way to break a rule of docs/security.md, and the tests of its rows that must notice. */
export interface Mutation {
  /** The requirements of this rule. */
  ids: readonly string[]
  file: string
  /** Occurs in the file exactly once. */
  find: string
  replace: string
  /** As docs/security.md names them: `server/a.test.ts › title`. */
  red: readonly string[]
}

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseSync } from 'vite'
import { readSourceFiles } from '#tests/architecture/source-files.ts'

// Finds the steps of the engine, which is the outbox with the code that it calls (API client, storage, query cache). A
// step is an awaited expression, named by file, function and number. A new step in the source is found automatically.

/**
 * What is awaited: a function of the engine ('own'), the network, a whole storage operation, its commit, or a read or
 * write within it. 'answered': a function returns the promise directly, and its caller awaits it.
 */
export type StepKind = 'own' | 'answered' | 'network' | 'whole' | 'commit' | 'reading' | 'writing'

export interface SourceStep {
  /** File, function and the step's number within that function, such as 'settle-store.ts:settle#1'. */
  name: string
  kind: StepKind
  /**
   * True for a commit in the function `write`, through which all operations of the outbox commit. Its variable `step`
   * names the operation.
   */
  hasStep: boolean
  /** The position of the awaited expression in the source. */
  start: number
  end: number
}

/** The files through which the engine is called: for users' actions, for sending and for removing confirmed changes. */
const BEGINNINGS = [
  'src/outbox/outbox.ts',
  'src/outbox/sending/page-drain.ts',
  'src/outbox/acked-pruning.ts',
  'src/query-cache/cached-reads.ts',
  'src/outbox/outbox-store.ts',
  'src/session/session-mirror-store.ts',
  'src/api/change-call.ts',
  'src/outbox/kinds/visit/photos/visit-attempt.ts',
  'src/outbox/kinds/visit/photos/visit-sender.ts',
]
const ENGINE =
  /^src\/(?:(?:api|outbox|query-cache|storage)\/(?:[\w-]+\/){0,2}[\w-]+|outbox\/kinds\/visit\/photos\/visit-(?:attempt|sender)|session\/session-mirror-store)\.ts$/
/** The files that access the databases. */
const STORE = /^src\/(?:storage|outbox\/queue)\/|-store\.ts$/

/** The files in BEGINNINGS, and every file of the engine that they import, directly or indirectly. */
export function listEngineFiles(): string[] {
  const files = new Map(readSourceFiles(['src']).map((file) => [file.path, file]))
  const found = new Set<string>()
  const visit = (path: string) => {
    if (found.has(path) || !ENGINE.test(path)) return
    found.add(path)
    for (const next of files.get(path)?.imports ?? []) visit(next)
  }
  BEGINNINGS.forEach(visit)
  return [...found].sort()
}

/** Every step of the engine, in the order of files and text. */
export function listEngineSteps(): SourceStep[] {
  return listEngineFiles().flatMap((path) => findSteps(path, readFileSync(path, 'utf8')))
}

/** The fields of a syntax tree node that are used here. */
interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
/** Names of parameters whose values are functions that return promises. */
const GIVEN = new Set(['write', 'read', 'run', 'work', 'send'])
/** Names of objects whose methods return promises. */
const OUTSIDE = new Set([
  'store',
  'database',
  'changes',
  'counters',
  'cacheEntries',
  'copies',
  'pieces',
  'mirror',
])

/** The steps of one file: awaited expressions, and promises that a function returns without awaiting them. */
export function findSteps(path: string, text: string): SourceStep[] {
  const { program } = parseSync(path, text)
  const tree = program as unknown as Node // walked without knowing each kind of node
  const promising = findPromising(tree, text)
  const steps: SourceStep[] = []
  const counts = new Map<string, number>()

  function add(node: Node, name: string, isAnswered: boolean): void {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const { start, end } = node
    const kind = isAnswered ? 'answered' : kindOf(path, text.slice(start, end))
    const hasStep = kind === 'commit' && name === 'write'
    steps.push({ name: `${basename(path)}:${name}#${count}`, kind, hasStep, start, end })
  }

  walk(tree, 'module', (node, name) => {
    const awaited = node.type === 'AwaitExpression' ? asNode(node['argument']) : null
    const answered = answeredBy(node)
    if (awaited) add(awaited, name, false)
    else if (answered && isPromise(answered, promising)) add(answered, name, true)
  })
  return steps
}

/** Visits every node with the name of the innermost named function around it. */
function walk(node: Node, name: string, visit: (node: Node, name: string) => void): void {
  visit(node, name)
  for (const part of Object.values(node)) {
    for (const child of Array.isArray(part) ? part : [part]) {
      const next = asNode(child)
      if (next) walk(next, nameOf(next) ?? name, visit)
    }
  }
}

function asNode(part: unknown): Node | null {
  const isNode = typeof part === 'object' && part !== null && 'type' in part
  return isNode ? (part as Node) : null // only nodes have a field `type`
}

/** The name of the function that a node declares or assigns. */
function nameOf(node: Node): string | null {
  if (node.type === 'FunctionDeclaration') return identifier(node['id'])
  const isField = node.type === 'Property' || node.type === 'MethodDefinition'
  const value = asNode(isField ? node['value'] : node['init'])
  const isNaming = isField || node.type === 'VariableDeclarator'
  if (!isNaming || !value || !FUNCTIONS.has(value.type)) return null
  return identifier(node[isField ? 'key' : 'id'])
}

function identifier(part: unknown): string | null {
  const node = asNode(part)
  return node?.type === 'Identifier' ? String(node['name']) : null
}

/** The functions of a file that return promises: async, or with the return type Promise. */
function findPromising(tree: Node, text: string): Set<string> {
  const names = new Set(GIVEN)
  walk(tree, 'module', (node) => {
    const name = nameOf(node)
    const own = node.type === 'FunctionDeclaration' ? node : asNode(node['value'] ?? node['init'])
    if (!name || !own) return
    const type = asNode(own['returnType'])
    const isPromise = type && /^:\s*Promise</.test(text.slice(type.start, type.end))
    if (own['async'] || isPromise) names.add(name)
  })
  return names
}

/** The call whose result a function returns without awaiting it. */
function answeredBy(node: Node): Node | null {
  const isArrow = node.type === 'ArrowFunctionExpression'
  if (!isArrow && node.type !== 'ReturnStatement') return null
  const answered = asNode(node[isArrow ? 'body' : 'argument'])
  return answered?.type === 'CallExpression' ? answered : null
}

function isPromise(call: Node, promising: ReadonlySet<string>): boolean {
  const callee = asNode(call['callee'])
  if (callee?.type === 'Identifier') return promising.has(String(callee['name']))
  return callee?.type === 'MemberExpression' && OUTSIDE.has(identifier(callee['object']) ?? '')
}

function kindOf(path: string, expression: string): StepKind {
  if (/^(fetch|response\.text)\(/.test(expression)) return 'network'
  if (!STORE.test(path))
    return /\b(store|outbox|cacheEntries)\.\w+\(/.test(expression) ? 'whole' : 'own'
  if (/^(write|read|run)\(/.test(expression)) return 'whole'
  if (/^database\.transaction\('rw/.test(expression)) return 'commit'
  return /^(find|get|list|count|check)\w*\(|\.(get|bulkGet|where|limit|count)\(/.test(expression)
    ? 'reading'
    : 'writing'
}

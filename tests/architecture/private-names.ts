import { parseSync } from 'vite'

/** The field `_id` of the API's JSON, and Workbox's documented placeholder for the list of build files. */
const PUBLIC_NAMES = ['_id', '__WB_MANIFEST']

/**
 * The names in a file that are private to a package: `UNSAFE_…` anywhere, and names `_…` that are imported,
 * destructured or used as a member in dot or bracket notation.
 */
export function findPrivateNames(path: string, text: string): string[] {
  const names: string[] = []
  function walk(value: unknown): void {
    if (isNode(value)) names.push(...reservedNames(value))
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk)
  }
  walk(parseSync(path, text).program)
  return [...new Set(names)]
}

interface Node {
  type: string
  [field: string]: unknown
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

function reservedNames(node: Node): string[] {
  if (node.type === 'MemberExpression') return nameOf(node['property']).filter(isUnderscored)
  if (node.type === 'ImportSpecifier') return nameOf(node['imported']).filter(isUnderscored)
  if (node.type === 'ObjectPattern' && Array.isArray(node['properties'])) {
    return node['properties'].flatMap(({ key }) => nameOf(key)).filter(isUnderscored)
  }
  return nameOf(node).filter((name) => name.startsWith('UNSAFE_'))
}

function nameOf(node: unknown): string[] {
  if (!isNode(node)) return []
  const name = node.type === 'Identifier' ? node['name'] : node['value']
  return typeof name === 'string' ? [name] : []
}

function isUnderscored(name: string): boolean {
  return name.startsWith('_') && !PUBLIC_NAMES.includes(name)
}

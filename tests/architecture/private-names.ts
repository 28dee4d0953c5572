import { type ESTree, parseSync, Visitor } from 'vite'

/** The field `_id` of the API's JSON, and Workbox's documented placeholder for the list of build files. */
const PUBLIC_NAMES = ['_id', '__WB_MANIFEST']
/** C functions in WebAssembly: Emscripten puts `_` in front of their names. The types of libheif-js list them. */
const C_FUNCTION = /^_(?:heif_\w+|malloc|free)$/

/**
 * The names in a file that are private to a package: `UNSAFE_…` anywhere, and names `_…` that are imported,
 * destructured or used as a member in dot or bracket notation.
 */
export function findPrivateNames(path: string, text: string): string[] {
  const names = new Set<string>()
  const addUnsafe = (name: unknown) => {
    if (typeof name === 'string' && name.startsWith('UNSAFE_')) names.add(name)
  }
  const addUnderscored = (node: ESTree.Node) => {
    const name = nameOf(node)
    if (name?.startsWith('_') && !PUBLIC_NAMES.includes(name) && !C_FUNCTION.test(name))
      names.add(name)
  }
  new Visitor({
    Identifier({ name }) {
      addUnsafe(name)
    },
    Literal({ value }) {
      addUnsafe(value)
    },
    MemberExpression({ property }) {
      addUnderscored(property)
    },
    ImportSpecifier({ imported }) {
      addUnderscored(imported)
    },
    ObjectPattern({ properties }) {
      for (const field of properties) if (field.type === 'Property') addUnderscored(field.key)
    },
  }).visit(parseSync(path, text).program)
  return [...names]
}

function nameOf(node: ESTree.Node): string | null {
  if (node.type === 'Identifier') return node.name
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : null
}

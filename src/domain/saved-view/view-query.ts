// Query strings of views. A layer's query is a patch: it names only what differs from the view under it, so that a
// later change of the view's other filters reaches everybody who has a layer over it.

/** What an address has besides the query of a list: its section, the active view, and what is open over the list. */
const VIEWLESS = ['section', 'part', 'view', 'open', 'sheet', 'review', 'reason']

/** The query without `VIEWLESS`, in the order of its names, so that equal queries are equal texts. */
export function leaveOutViewless(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of VIEWLESS) query.delete(name)
  query.sort()
  return query.toString()
}

/** The patch that makes `query` of the view's query. An empty value removes a name. */
export function diffQueries(viewQuery: string, query: string): string {
  const [before, after] = [valuesOf(viewQuery), valuesOf(query)]
  const patch = new URLSearchParams()
  for (const name of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const next = after.get(name) ?? []
    if (JSON.stringify(before.get(name) ?? []) === JSON.stringify(next)) continue
    for (const value of next.length > 0 ? next : ['']) patch.append(name, value)
  }
  return patch.toString()
}

/** The view's query with the parts of the patch in place of its own. */
export function applyPatch(viewQuery: string, patch: string): string {
  const values = valuesOf(viewQuery)
  const changes = new URLSearchParams(leaveOutViewless(patch))
  for (const name of new Set(changes.keys())) values.set(name, changes.getAll(name))
  const query = new URLSearchParams()
  for (const [name, all] of values)
    for (const value of all) if (value !== '') query.append(name, value)
  return leaveOutViewless(query.toString())
}

/** By name; a name without a value says nothing. */
function valuesOf(query: string): Map<string, string[]> {
  const params = new URLSearchParams(leaveOutViewless(query))
  const values = [...new Set(params.keys())].map((name) => [name, params.getAll(name)] as const)
  return new Map(values.map(([name, all]) => [name, all.filter(Boolean)]))
}

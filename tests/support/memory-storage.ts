/** A Storage in memory. Calls back after each change. */
export function makeMemoryStorage(onChange: () => void = () => undefined): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      items.set(key, value)
      onChange()
    },
    removeItem(key) {
      if (items.delete(key)) onChange()
    },
    clear() {
      items.clear()
      onChange()
    },
  }
}

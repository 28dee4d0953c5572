/** A queue in which people take turns, so that many files of one person do not delay the file of another. */
export interface FairQueue<Entry> {
  add(person: string, entry: Entry): void
  /** Adds an entry that has begun its turn already. */
  addFirst(entry: Entry): void
  /** The entry whose turn is next. */
  peek(): Entry | undefined
  /** Removes the entry that `peek` returns; its person is last from now on. */
  shift(): void
}

export function makeFairQueue<Entry>(): FairQueue<Entry> {
  const first: Entry[] = []
  /** The order of the keys is the order of the turns. */
  const byPerson = new Map<string, Entry[]>()

  function set(person: string, entries: Entry[]): void {
    byPerson.delete(person)
    if (entries.length > 0) byPerson.set(person, entries)
  }

  return {
    add(person, entry) {
      const entries = byPerson.get(person)
      if (entries) entries.push(entry)
      else byPerson.set(person, [entry])
    },
    addFirst(entry) {
      first.push(entry)
    },
    peek() {
      const [next] = byPerson.values()
      return first[0] ?? next?.[0]
    },
    shift() {
      if (first.shift() !== undefined) return
      const [next] = byPerson
      if (next) set(next[0], next[1].slice(1))
    },
  }
}

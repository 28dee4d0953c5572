import type { ReactNode } from 'react'

/** A list of facts, each with a name and a value. */
export function Details({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="details">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export type Fact = readonly [name: string, value: ReactNode]

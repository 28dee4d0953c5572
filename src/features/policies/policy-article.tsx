import { Link } from 'react-router-dom'
import { paths } from '#src/config/paths.ts'
import { POLICY_DATE } from '#src/domain/policy.ts'

/** A paragraph, or a list of points. */
export type PolicyBlock = string | readonly string[]

export interface PolicySection {
  heading: string
  blocks: readonly PolicyBlock[]
}

export function PolicyArticle(props: {
  title: string
  introduction: string
  sections: readonly PolicySection[]
}) {
  return (
    <article className="policy">
      <h1>{props.title}</h1>
      <p>Effective {POLICY_DATE}</p>
      <p>{props.introduction}</p>
      {props.sections.map(({ heading, blocks }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          {blocks.map((block) => (
            <Block key={String(block)} block={block} />
          ))}
        </section>
      ))}
      <p>
        <Link className="button" data-variant="secondary" to={paths.grievance}>
          Send a grievance
        </Link>
      </p>
    </article>
  )
}

function Block({ block }: { block: PolicyBlock }) {
  if (typeof block === 'string') return <p>{block}</p>
  return (
    <ul>
      {block.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}

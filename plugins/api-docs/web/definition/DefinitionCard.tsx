import { apiDocsApi, definitionPath, type DefinitionOutline } from '@portico/api-docs/common'
import { compoundRefOf, entityRefOf } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import { Link, query, useQuery, useText } from '@portico/core/web'
import { InfoCard, SkeletonRows, Status, useNumber } from '@portico/ui'
import styles from './DefinitionCard.module.css'
import { definitionMessages } from './messages.ts'
import { useFormatFacts } from './use-format-facts.ts'

/** What the definition of an API is and holds, on its overview. */
export function DefinitionCard() {
  const text = useText()
  const entity = useEntity()
  const { data, error } = useQuery(query(apiDocsApi.getOutline, { params: { ...compoundRefOf(entity) }, query: {} }))
  const path = definitionPath(entityRefOf(entity))
  return (
    <InfoCard title={text(definitionMessages.card)} action={<Link to={path}>{text(definitionMessages.open)}</Link>}>
      {error && <p className={styles.note}>{error.code === 'api-docs.no-definition' ? text(definitionMessages.none) : error.message}</p>}
      {!error && !data && <SkeletonRows rows={2} />}
      {data && <Summary outline={data} path={path} />}
    </InfoCard>
  )
}

function Summary({ outline, path }: { readonly outline: DefinitionOutline; readonly path: string }) {
  const text = useText()
  const number = useNumber()
  const [format, ...facts] = useFormatFacts(outline)
  const { errors, warnings, hints } = outline.counts
  const count = number(errors + warnings + hints)
  return (
    <div className={styles.summary}>
      <span className={styles.format}>{format}</span>
      {facts.map(fact => (
        <span key={fact} className={styles.note}>
          {fact}
        </span>
      ))}
      {errors + warnings + hints === 0 ? (
        <Status kind="ok">{text(definitionMessages.allWell)}</Status>
      ) : (
        <Link to={`${path}?view=problems`} plain>
          {errors + warnings === 0 ? (
            text(definitionMessages.problemsCount, { count })
          ) : (
            <Status kind={errors > 0 ? 'error' : 'warning'}>{text(definitionMessages.problemsCount, { count })}</Status>
          )}
        </Link>
      )}
    </div>
  )
}

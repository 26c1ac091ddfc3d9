import { definitionPath, type Part } from '@portico/api-docs/common'
import { Link, RequestErrorPanel, useText } from '@portico/core/web'
import { EmptyState, SkeletonRows } from '@portico/ui'
import { useDefinition } from './definition-context.tsx'
import styles from './DefinitionFrame.module.css'
import { definitionMessages } from './messages.ts'
import { PartView, preloadPartView } from './part-views.tsx'

/** The kind of part that an id stands for, by its first word; those of GraphQL and gRPC have other names. */
const kindOf = (id: string) => id.split(' ', 1)[0] as Part['kind']

/** A part by its id: loading, missing, failing, or there. */
export function LoadedPart({ id }: { readonly id: string }) {
  const text = useText()
  const { entityRef, usePart } = useDefinition()
  const { part, isMissing, error, retry } = usePart(id)
  if (error) return <RequestErrorPanel error={error} title={text(definitionMessages.loadFailed)} onRetry={retry} />
  if (isMissing) {
    return (
      <EmptyState
        title={text(definitionMessages.missing, { item: id })}
        action={<Link to={definitionPath(entityRef)}>{text(definitionMessages.showAll)}</Link>}
      >
        {text(definitionMessages.missingHint)}
      </EmptyState>
    )
  }
  if (!part) {
    // What draws it is loaded together with it.
    preloadPartView(kindOf(id))
    return <SkeletonRows rows={8} />
  }
  return (
    <article className={styles.part}>
      <PartView part={part} />
    </article>
  )
}

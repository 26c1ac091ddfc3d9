import { annotations, type Entity } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { CodeBlock, Link } from '@portico/ui'
import { annotationOf } from '../entity/entity-values.ts'
import { entityMessages } from '../entity/messages.ts'
import { SourceName } from '../entity/why/SourceFacts.tsx'

/** What does remove an entity that cannot be unregistered: changing its source, or the lines of the config that lead to it. */
export function RemovalHelp({ entity, configured }: { entity: Entity; configured?: string }) {
  const text = useText()
  const file = annotationOf(entity, annotations.managedByLocation)
  const edit = annotationOf(entity, annotations.editUrl) ?? annotationOf(entity, annotations.viewUrl)
  const lines = configured === undefined ? undefined : configLines(configured)
  if (file === undefined && lines === undefined) return undefined
  return (
    <>
      {file !== undefined && (
        <p>
          {text(entityMessages.removeAtSource)}{' '}
          {edit === undefined ? <SourceName name={file} /> : <Link to={edit}>{text(entityMessages.openSource)}</Link>}
        </p>
      )}
      {lines !== undefined && (
        <>
          <p>{text(entityMessages.removeConfig)}</p>
          <CodeBlock code={lines} language="yaml" title="app-config.yaml" />
        </>
      )}
    </>
  )
}

/** The entry of `catalog.locations` that a location ref comes from; undefined for the one that only old configs have. */
function configLines(location: string): string | undefined {
  const colon = location.indexOf(':')
  const [type, target] = [location.slice(0, colon), location.slice(colon + 1)]
  return type === 'bootstrap' ? undefined : `catalog:\n  locations:\n    - type: ${type}\n      target: ${target}\n`
}

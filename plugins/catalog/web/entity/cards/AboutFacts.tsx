import { relationTargets, type Entity } from '@portico/catalog/common'
import { toQuery, useRouteRef, useText, type Message } from '@portico/core/web'
import { ChipList, Code } from '@portico/ui'
import type { ReactNode } from 'react'
import { EntityLink } from '../../parts/EntityLink.tsx'
import { catalogIndexRoute } from '../../routes.ts'
import { specText, specTexts, targetsOfKind } from '../entity-values.ts'
import { entityMessages } from '../messages.ts'
import styles from './AboutCard.module.css'

const maxRefs = 5
const tagsAtFirst = 8

/** The facts of an entity that its kind has. */
export function AboutFacts({ entity }: { entity: Entity }) {
  const kind = entity.kind.toLowerCase()
  const tags = (entity.metadata.tags ?? []).filter(tag => typeof tag === 'string')
  return (
    <dl className={styles.facts}>
      <Refs entity={entity} message={entityMessages.domain} refs={targetsOfKind(entity, 'partOf', 'domain')} />
      <Refs entity={entity} message={entityMessages.system} refs={targetsOfKind(entity, 'partOf', 'system')} />
      <Refs entity={entity} message={entityMessages.component} refs={targetsOfKind(entity, 'partOf', 'component')} />
      <Refs entity={entity} message={entityMessages.childOf} refs={relationTargets(entity, 'childOf')} />
      <Refs entity={entity} message={entityMessages.memberOf} refs={relationTargets(entity, 'memberOf')} />
      <Words message={entityMessages.type} words={specText(entity, 'type')} />
      <Words message={entityMessages.lifecycle} words={specText(entity, 'lifecycle')} />
      <Words message={entityMessages.namespace} words={namespaceOf(entity)} />
      <Targets entity={entity} />
      {tags.length > 0 && <Tags kind={kind} tags={tags} />}
    </dl>
  )
}

function AboutFact({ message, wide = false, children }: { message: Message; wide?: boolean; children: ReactNode }) {
  const text = useText()
  return (
    <div className={`${styles.fact} ${wide ? styles.wide : ''}`}>
      <dt>{text(message)}</dt>
      <dd>{children}</dd>
    </div>
  )
}

interface RefsProps {
  readonly entity: Entity
  readonly message: Message
  readonly refs: readonly string[]
}

function Refs({ entity, message, refs }: RefsProps) {
  const text = useText()
  if (refs.length === 0) return undefined
  return (
    <AboutFact message={message}>
      <ul className={styles.list}>
        {refs.slice(0, maxRefs).map(ref => (
          <li key={ref}>
            <EntityLink entity={ref} defaultKind={ref.split(':')[0]} defaultNamespace={entity.metadata.namespace} />
          </li>
        ))}
        {refs.length > maxRefs && <li className={styles.quiet}>{text(entityMessages.moreCount, { count: refs.length - maxRefs })}</li>}
      </ul>
    </AboutFact>
  )
}

function Words({ message, words }: { message: Message; words: string | undefined }) {
  if (words === undefined) return undefined
  return (
    <AboutFact message={message}>
      <span dir="auto">{words}</span>
    </AboutFact>
  )
}

/** The targets of a location. */
function Targets({ entity }: { entity: Entity }) {
  const targets = [...specTexts(entity, 'target'), ...specTexts(entity, 'targets')]
  if (entity.kind.toLowerCase() !== 'location' || targets.length === 0) return undefined
  return (
    <AboutFact message={entityMessages.targets} wide>
      <ul className={styles.list}>
        {targets.map(target => (
          <li key={target}>
            <Code>{target}</Code>
          </li>
        ))}
      </ul>
    </AboutFact>
  )
}

function Tags({ kind, tags }: { kind: string; tags: readonly string[] }) {
  const text = useText()
  const toIndex = useRouteRef(catalogIndexRoute)
  return (
    <AboutFact message={entityMessages.tags} wide>
      <ChipList
        items={[...new Set(tags)]}
        max={tagsAtFirst}
        label={text(entityMessages.tags)}
        toLink={tag => `${toIndex()}?${toQuery({ filters: { kind, tags: [tag] } })}`}
      />
    </AboutFact>
  )
}

/** The namespace, where it is not the default one. */
function namespaceOf({ metadata: { namespace } }: Entity): string | undefined {
  return namespace === undefined || namespace.toLowerCase() === 'default' ? undefined : namespace
}

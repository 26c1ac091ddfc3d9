import { entityRefOf, ownersOf, parseEntityRef, type Entity } from '@portico/catalog/common'
import { SlotItems, toQuery, useRouteRef, useText } from '@portico/core/web'
import { Breadcrumbs, Button, Fact, Facts, Link, PageHeader } from '@portico/ui'
import type { ReactNode } from 'react'
import { useEntity } from '../entity-context.tsx'
import { EntityLink } from '../parts/EntityLink.tsx'
import { KindIcon } from '../parts/KindIcon.tsx'
import { StarButton } from '../parts/StarButton.tsx'
import { presentEntity } from '../presentation/entity-presentation.ts'
import { catalogIndexRoute, createFromTemplateRoute, entityRoute } from '../routes.ts'
import { entityBadges } from '../slots.ts'
import { TimeMark } from '../time/time-marks.tsx'
import { TimeButton } from '../time/TimeButton.tsx'
import { annotationOf, specText } from './entity-values.ts'
import styles from './EntityHeader.module.css'
import { EntityMenu } from './EntityMenu.tsx'
import { entityMessages } from './messages.ts'
import { useEntityPage } from './page-context.tsx'
import { useParents } from './parents.ts'

/** The head of an entity page: trail, title, owner and actions. */
export function EntityHeader({ tabs }: { tabs: ReactNode }) {
  const entity = useEntity()
  const { asOf } = useEntityPage()
  const toIndex = useRouteRef(catalogIndexRoute)
  const type = specText(entity, 'type')
  const kind = entity.kind.toLowerCase()
  const filters = { filters: { kind, ...(type !== undefined && { type }) } }
  return (
    <PageHeader
      breadcrumb={<Trail entity={entity} />}
      type={type === undefined ? kind : `${kind} — ${type}`}
      typeLink={`${toIndex()}?${toQuery(filters)}`}
      icon={<KindIcon kind={entity.kind} size={24} />}
      title={<EntityTitle entity={entity} />}
      mark={
        <>
          <StarButton entity={entity} />
          <TimeMark entityRef={entityRefOf(entity)} />
        </>
      }
      facts={
        <div className={styles.facts}>
          <HeaderFacts entity={entity} />
          <SlotItems slot={entityBadges} context={entity}>
            {({ View }) => <View />}
          </SlotItems>
        </div>
      }
      actions={asOf === undefined && <UseTemplate entity={entity} />}
      menu={
        <>
          <TimeButton />
          {asOf === undefined && <EntityMenu />}
        </>
      }
      tabs={tabs}
    />
  )
}

function EntityTitle({ entity }: { entity: Entity }) {
  const { primaryTitle } = presentEntity(entity, { defaultKind: entity.kind })
  return (
    <span dir="auto" className={styles.title} title={entityRefOf(entity)}>
      {primaryTitle}
    </span>
  )
}

function Trail({ entity }: { entity: Entity }) {
  const text = useText()
  const toIndex = useRouteRef(catalogIndexRoute)
  const toEntity = useRouteRef(entityRoute)
  const parents = useParents(entity).map(parent => {
    const { primaryTitle, entityRef } = presentEntity(parent, { defaultKind: kindOf(parent) })
    return { title: primaryTitle, to: toEntity({ ...parseEntityRef(entityRef) }) }
  })
  const { primaryTitle } = presentEntity(entity, { defaultKind: entity.kind })
  const items = [{ title: text(entityMessages.catalog), to: toIndex() }, ...parents, { title: primaryTitle }]
  return <Breadcrumbs items={items} collapse="when-full" />
}

function HeaderFacts({ entity }: { entity: Entity }) {
  const text = useText()
  const owners = ownersOf(entity)
  const lifecycle = specText(entity, 'lifecycle')
  const source = annotationOf(entity, 'backstage.io/managed-by-location')
  const from = (field: string) => (source === undefined ? undefined : text(entityMessages.fromSource, { field, source }))
  const isOwned = owners.length > 0 || 'owner' in (entity.spec ?? {})
  if (!isOwned && lifecycle === undefined) return undefined
  return (
    <Facts>
      {isOwned && (
        <Fact label={text(entityMessages.owner)}>
          <span title={from('spec.owner')} className={styles.owners}>
            {owners.length === 0 && (specText(entity, 'owner') ?? text(entityMessages.noOwner))}
            {owners.slice(0, 3).map(ref => (
              <EntityLink key={ref} entity={ref} defaultKind="group" defaultNamespace={entity.metadata.namespace} />
            ))}
            {owners.length > 3 && text(entityMessages.moreCount, { count: owners.length - 3 })}
          </span>
        </Fact>
      )}
      {lifecycle !== undefined && (
        <Fact label={text(entityMessages.lifecycle)}>
          <span title={from('spec.lifecycle')}>{lifecycle}</span>
        </Fact>
      )}
    </Facts>
  )
}

/** What a template is for: the one primary action of its page. */
function UseTemplate({ entity }: { entity: Entity }) {
  const text = useText()
  const toTemplate = useRouteRef(createFromTemplateRoute)
  if (entity.kind.toLowerCase() !== 'template' || !toTemplate) return undefined
  const { name, namespace = 'default' } = entity.metadata
  return (
    <Button component={Link} plain to={toTemplate({ namespace, templateName: name })}>
      {text(entityMessages.useTemplate)}
    </Button>
  )
}

function kindOf(parent: Entity | string): string {
  return typeof parent === 'string' ? parent.slice(0, Math.max(0, parent.indexOf(':'))) : parent.kind
}

import { compoundRefOf, entityTitle, ownersOf, toolAnnotations, type Entity } from '@portico/catalog/common'
import { EntityLink, StarButton } from '@portico/catalog/web'
import { Link, useRouteRef, useText } from '@portico/core/web'
import { ChipList, isSafeAddress } from '@portico/ui'
import { scaffolderMessages } from '../messages.ts'
import { selectedTemplateRoute, viewTechDocRoute } from '../routes.ts'
import { descriptionOf, tagsOf, typeOf } from './template-filters.ts'
import styles from './TemplateCards.module.css'

/** A template, with everything that helps to choose it. All of it leads to its form. */
export function TemplateCard({ entity, canCreate }: { readonly entity: Entity; readonly canCreate: boolean }) {
  const text = useText()
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        {typeOf(entity) !== '' && <span className={styles.type}>{typeOf(entity)}</span>}
        <span className={styles.star}>
          <StarButton entity={entity} size={24} />
        </span>
      </div>
      <h3 className={styles.title}>
        <TemplateLink entity={entity} canCreate={canCreate} />
      </h3>
      <p className={styles.description}>{descriptionOf(entity)}</p>
      {tagsOf(entity).length > 0 && (
        <div className={styles.over}>
          <ChipList items={tagsOf(entity)} label={text(scaffolderMessages.tags)} maxLength={32} />
        </div>
      )}
      <div className={styles.foot}>
        <span className={styles.owners}>
          {ownersOf(entity).map(owner => (
            <EntityLink key={owner} entity={owner} defaultKind="group" />
          ))}
        </span>
        <TemplateLinks entity={entity} />
      </div>
    </li>
  )
}

/** The way to the form; without the permission to run templates, to the template in the catalog. */
export function TemplateLink({ entity, canCreate }: { readonly entity: Entity; readonly canCreate: boolean }) {
  const toTemplate = useRouteRef(selectedTemplateRoute)
  const { namespace, name } = compoundRefOf(entity)
  if (!canCreate)
    return (
      <EntityLink entity={entity} hideIcon>
        {entityTitle(entity)}
      </EntityLink>
    )
  return (
    <Link to={toTemplate({ namespace: namespace.toLowerCase(), templateName: name })} plain className={styles.link}>
      <span dir="auto">{entityTitle(entity)}</span>
    </Link>
  )
}

/** The docs of a template, and the links that it names. */
function TemplateLinks({ entity }: { readonly entity: Entity }) {
  const text = useText()
  const toDocs = useRouteRef(viewTechDocRoute)
  const { kind, namespace, name } = compoundRefOf(entity)
  const hasDocs = entity.metadata.annotations?.[toolAnnotations.techdocsRef] !== undefined
  const links = (entity.metadata.links ?? []).filter(({ url }) => isSafeAddress(url)).slice(0, 2)
  return (
    <span className={styles.links}>
      {hasDocs && toDocs && (
        <Link to={toDocs({ kind: kind.toLowerCase(), namespace: namespace.toLowerCase(), name })}>{text(scaffolderMessages.docs)}</Link>
      )}
      {links.map(({ url, title }) => (
        <Link key={url} to={url}>
          {title ?? url}
        </Link>
      ))}
    </span>
  )
}

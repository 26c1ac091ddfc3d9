import { catalogApi, entityRefOf, entityTitle, ownersOf, parseEntityRef, type Entity } from '@portico/catalog/common'
import { EntityLink, KindIcon, StarButton } from '@portico/catalog/web'
import { query, useParams, useQuery, useRouteRef, useText, useTitle } from '@portico/core/web'
import { docsOf } from '@portico/techdocs/common'
import { Breadcrumbs, Fact, Facts, Page, PageHeader } from '@portico/ui'
import type { ReactNode } from 'react'
import { techdocsMessages } from '../messages.ts'
import { DocsReader } from '../reader/DocsReader.tsx'
import { ReaderFrame } from '../reader/ReaderFrame.tsx'
import { docRootRoute, docsIndexRoute } from '../routes.ts'
import styles from './DocsReaderPage.module.css'

/** The docs of one entity, on a page of their own. */
export default function DocsReaderPage() {
  const text = useText()
  const { namespace = '', kind = '', name = '', '*': rest = '' } = useParams()
  const toDocs = useRouteRef(docRootRoute)
  const toIndex = useRouteRef(docsIndexRoute)
  const ref = `${kind}:${namespace}/${name}`.toLowerCase()
  const { data: entity } = useQuery(query(catalogApi.getEntityByName, { params: { kind, namespace, name } }))
  const title = entity ? entityTitle(entity) : name
  useTitle(title)
  // An entity may show the docs of another one. The server knows that too, so the page does not wait for the entity.
  const shown = entity ? docsOf(entity, ref) : { ref, path: '' }
  const facts = entity && <DocsFacts entity={entity} />
  const header = (tools: ReactNode) => (
    <PageHeader
      breadcrumb={
        <div className={styles.roomy}>
          <Breadcrumbs items={[{ title: text(techdocsMessages.docs), to: toIndex() }, { title }]} />
        </div>
      }
      icon={<KindIcon kind={kind} />}
      title={<span className={styles.title}>{title}</span>}
      menu={tools}
      {...(entity && { mark: <StarButton entity={entity} />, facts: <div className={styles.roomy}>{facts}</div> })}
    />
  )
  return (
    <ReaderFrame>
      <Page>
        <DocsReader
          key={shown.ref}
          entityRef={shown.ref}
          base={toDocs({ namespace, kind, name })}
          path={rest === '' ? shown.path : rest}
          header={header}
          about={facts}
        />
      </Page>
    </ReaderFrame>
  )
}

function DocsFacts({ entity }: { readonly entity: Entity }) {
  const text = useText()
  const owners = ownersOf(entity)
  return (
    <Facts>
      <Fact label={text(techdocsMessages.kind)}>
        <EntityLink entity={entityRefOf(entity)} hideIcon>
          {parseEntityRef(entityRefOf(entity)).kind}
        </EntityLink>
      </Fact>
      {owners.length > 0 && (
        <Fact label={text(techdocsMessages.owner)}>
          {owners.map(owner => (
            <EntityLink key={owner} entity={owner} defaultKind="group" />
          ))}
        </Fact>
      )}
    </Facts>
  )
}

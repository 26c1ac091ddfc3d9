import type { CompoundEntityRef } from '@portico/catalog/common'
import { Content, Page, PageHeader, SkeletonRows } from '@portico/ui'
import { KindIcon } from '../parts/KindIcon.tsx'
import styles from './EntitySkeleton.module.css'
import { useEntityTrail } from './missing/use-entity-trail.tsx'
import columns from './Overview.module.css'

const withoutFacts = ['user', 'group', 'location']

/** The skeleton of an entity page: what the address has is shown at once, the rest keeps its size. */
export function EntitySkeleton({ params }: { params: CompoundEntityRef }) {
  const breadcrumb = useEntityTrail(params)
  return (
    <Page>
      <PageHeader
        title={params.name}
        type={params.kind}
        icon={<KindIcon kind={params.kind} size={24} />}
        breadcrumb={breadcrumb}
        facts={withoutFacts.includes(params.kind) ? undefined : <div className={styles.facts} />}
        tabs={<div className={styles.tabs} />}
      />
      <Content>
        <div className={columns.columns}>
          <div className={columns.column}>
            <div className={styles.card}>
              <SkeletonRows rows={5} />
            </div>
            <div className={styles.card}>
              <SkeletonRows rows={6} />
            </div>
          </div>
          <div className={columns.column}>
            <div className={styles.card}>
              <SkeletonRows rows={3} />
            </div>
            <div className={styles.card}>
              <SkeletonRows rows={4} />
            </div>
          </div>
        </div>
      </Content>
    </Page>
  )
}

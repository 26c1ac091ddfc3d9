import type { CompoundEntityRef } from '@portico/catalog/common'
import { Content, Page, PageHeader, SkeletonRows } from '@portico/ui'
import { KindIcon } from '../parts/KindIcon.tsx'
import { useEntityTrail } from './missing/use-entity-trail.tsx'
import styles from './Overview.module.css'

/** The shape of an entity page: what the address tells is there at once. */
export function EntitySkeleton({ params }: { params: CompoundEntityRef }) {
  const breadcrumb = useEntityTrail(params)
  return (
    <Page>
      <PageHeader title={params.name} type={params.kind} icon={<KindIcon kind={params.kind} size={24} />} breadcrumb={breadcrumb} />
      <Content>
        <div className={styles.columns}>
          <SkeletonRows rows={8} />
          <SkeletonRows rows={5} />
        </div>
      </Content>
    </Page>
  )
}

import { Content, Page, SkeletonRows } from '@portico/ui'
import styles from './Shell.module.css'

/** The shape of a page whose code is on its way. */
export function PageSkeleton() {
  return (
    <Page>
      <div className={styles.skeletonTitle} />
      <Content>
        <div className={styles.skeletonRows}>
          <SkeletonRows rows={6} />
        </div>
      </Content>
    </Page>
  )
}

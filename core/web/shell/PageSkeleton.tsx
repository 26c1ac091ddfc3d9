import { Content, Page, SkeletonRows } from '@portico/ui'
import styles from './Shell.module.css'

/** The skeleton of a page whose code is loading. */
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

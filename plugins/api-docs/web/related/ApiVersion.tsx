import styles from './RelatedApis.module.css'
import { useCounted } from './counted-definitions.ts'

/** The version that the definition of an API gives itself. */
export function ApiVersion({ entityRef }: { readonly entityRef: string }) {
  const { data, error } = useCounted(entityRef)
  if (error) return <span title={error.message}>–</span>
  if (data?.version === undefined) return undefined
  return (
    <span className={styles.version} title={data.version}>
      {data.version}
    </span>
  )
}

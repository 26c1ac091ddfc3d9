import { entityRefOf, parseEntityRef } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import { Link, query, useConfig, useQuery, useRouteRef, useText } from '@portico/core/web'
import { docsOf, docsReaderSection, techdocsApi, type DocsReport } from '@portico/techdocs/common'
import { Fact, Facts, InfoCard, RelativeTime, SkeletonRows, useNumber } from '@portico/ui'
import { useState } from 'react'
import { techdocsMessages } from '../messages.ts'
import { docRootRoute } from '../routes.ts'
import styles from './DocsHealthCard.module.css'

/** How the docs of an entity are: last change, broken links, unsupported parts, and why. */
export function DocsHealthCard() {
  const text = useText()
  const entity = useEntity()
  const toDocs = useRouteRef(docRootRoute)
  const { kind, namespace, name } = parseEntityRef(docsOf(entity, entityRefOf(entity)).ref)
  const { data, error } = useQuery(query(techdocsApi.getReport, { params: { kind, namespace, name } }))
  return (
    <InfoCard
      title={text(techdocsMessages.health)}
      action={<Link to={toDocs({ kind, namespace, name })}>{text(techdocsMessages.readDocs)}</Link>}
    >
      {data?.report ? (
        <Health report={data.report} />
      ) : data || error ? (
        <p className={styles.muted}>{text(techdocsMessages.healthUnknown)}</p>
      ) : (
        <SkeletonRows rows={2} />
      )}
    </InfoCard>
  )
}

function Health({ report }: { readonly report: DocsReport }) {
  const text = useText()
  const number = useNumber()
  const [now] = useState(() => Date.now())
  const { staleAfterDays } = useConfig(docsReaderSection)
  const isStale = report.lastModifiedAt !== undefined && now - Date.parse(report.lastModifiedAt) > staleAfterDays * 86_400_000
  const problems = report.notices.filter(({ level }) => level !== 'info')
  return (
    <>
      <Facts>
        <Fact label={text(techdocsMessages.healthPages)}>{number(report.pages)}</Fact>
        {report.brokenLinks !== undefined && <Fact label={text(techdocsMessages.healthBroken)}>{number(report.brokenLinks)}</Fact>}
        {report.unsupported !== undefined && <Fact label={text(techdocsMessages.healthUnsupported)}>{number(report.unsupported)}</Fact>}
        {report.lastModifiedAt !== undefined && (
          <Fact label={text(techdocsMessages.healthChanged)}>
            <RelativeTime at={report.lastModifiedAt} />
          </Fact>
        )}
      </Facts>
      {report.error !== undefined && <p className={styles.error}>{report.error}</p>}
      {isStale && <p className={styles.muted}>{text(techdocsMessages.stale, { days: staleAfterDays })}</p>}
      {problems.length === 0 && report.error === undefined && !isStale && (
        <p className={styles.muted}>
          {text(report.brokenLinks === undefined ? techdocsMessages.healthPublished : techdocsMessages.healthOk)}
        </p>
      )}
      {problems.length > 0 && (
        <details className={styles.why}>
          <summary>{text(techdocsMessages.healthWhy)}</summary>
          <ul className={styles.list}>
            {problems.slice(0, 50).map(({ code, message, file, fix }, at) => (
              <li key={`${at} ${code}`}>
                {message}
                {fix !== undefined && <span className={styles.muted}> {fix}</span>}
                {file !== undefined && <code className={styles.file}>{file}</code>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

import { TimeButton, useMoment } from '@portico/catalog/web'
import { Link, RequestErrorPanel, useText } from '@portico/core/web'
import { scorecardsApi, scorecardsPaths, type DocumentKind } from '@portico/scorecards/common'
import { Button, SkeletonRows } from '@portico/ui'
import type { ReactNode } from 'react'
import { ExportButton } from './ExportButton.tsx'
import { pageMessages } from './page-messages.ts'
import { PastBar } from './Past.tsx'
import { ScorecardsFrame, type ScorecardsFrameProps } from './ScorecardsFrame.tsx'

interface Detail {
  readonly title: string
  readonly description?: string | undefined
  readonly mayManage: boolean
}

export interface DocumentFrameProps<T extends Detail> extends Pick<ScorecardsFrameProps, 'parent'> {
  readonly kind: DocumentKind
  readonly name: string
  readonly found: {
    readonly data: T | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
    readonly isPlaceholderData: boolean
  }
  readonly mark: (detail: T) => ReactNode
  readonly facts: (detail: T) => ReactNode
  /** What the page is about, where it shows the past and can be exported. */
  readonly scope?: { readonly check: string } | { readonly scorecard: string }
  readonly children: (detail: T) => ReactNode
}

/** The page of one check, scorecard or campaign. */
export function DocumentFrame<T extends Detail>({ kind, name, found, parent, mark, facts, scope, children }: DocumentFrameProps<T>) {
  const text = useText()
  const { asOf } = useMoment()
  const { data, error, refetch, isPlaceholderData } = found
  const of = { ...scope, ...(asOf !== undefined && { asOf }) }
  return (
    <ScorecardsFrame
      title={data?.title ?? name}
      {...(parent && { parent })}
      mark={data && mark(data)}
      subtitle={data?.description}
      facts={data && facts(data)}
      actions={
        <>
          {scope && <TimeButton />}
          {scope && (
            <ExportButton name={name} read={client => client.send(scorecardsApi.downloadEntities, { query: of }, { accept: 'text/csv' })} />
          )}
          {data?.mayManage && (
            <Button component={Link} to={scorecardsPaths.editor({ kind, name })} plain size="xs" variant="default">
              {text(pageMessages.edit)}
            </Button>
          )}
        </>
      }
    >
      {scope && <PastBar scope={scope} isBusy={isPlaceholderData} />}
      {error ? (
        <RequestErrorPanel error={error} title={text(pageMessages.failed)} onRetry={() => void refetch()} />
      ) : data ? (
        children(data)
      ) : (
        <SkeletonRows rows={10} />
      )}
    </ScorecardsFrame>
  )
}

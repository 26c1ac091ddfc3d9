import {
  query,
  RequestErrorPanel,
  RequirePermission,
  useLeaveGuard,
  useNavigate,
  useQuery,
  useSearchParams,
  useText,
} from '@portico/core/web'
import { documentKinds, manageScorecardsPermission, scorecardsApi, scorecardsPaths, type DocumentKind } from '@portico/scorecards/common'
import { Breadcrumbs, CodeEditor, Content, InfoCard, Page, PageHeader, SkeletonRows, WarningPanel } from '@portico/ui'
import { useCallback, useState } from 'react'
import { completeDocument, documentWord } from '../editor/complete-document.ts'
import styles from '../editor/Editor.module.css'
import { EditorActions } from '../editor/EditorActions.tsx'
import { editorMessages } from '../editor/messages.ts'
import { ProblemList } from '../editor/ProblemList.tsx'
import { useDocument, useDocumentCheck, useMarks, useWhatIf } from '../editor/use-document.ts'
import { WhatIfPanel } from '../editor/WhatIfPanel.tsx'
import { scorecardsMessages } from '../messages.ts'
import { oneOf } from '../use-search-state.ts'

const editorHeight = 460
const titles = { Check: 'newCheck', Scorecard: 'newScorecard', Campaign: 'newCampaign' } as const

/** The text of a check, scorecard or campaign, what is wrong with it, and what it would change. */
export default function EditorPage() {
  const [search] = useSearchParams()
  const kind = oneOf(search.get('kind'), documentKinds)
  const name = search.get('name') ?? undefined
  return <Editor key={`${kind} ${name}`} kind={kind} name={name} />
}

function Editor({ kind, name }: { kind: DocumentKind; name: string | undefined }) {
  const text = useText()
  const navigate = useNavigate()
  const document = useDocument(kind, name)
  const { stored } = document
  const letPass = useLeaveGuard(document.isChanged, {
    title: editorMessages.unsaved,
    message: text(editorMessages.unsavedText),
    confirm: editorMessages.leave,
    destructive: true,
  })
  const check = useDocumentCheck(document.text ?? '')
  const problems = document.text === undefined ? [] : (check.data?.problems ?? [])
  const hasErrors = problems.some(({ severity }) => severity === 'error')
  const { kind: written, name: named } = check.data ?? {}
  const title =
    name === undefined ? text(editorMessages[titles[kind]]) : text(editorMessages.editTitle, { name: stored.data?.title ?? name })
  const isEditable = name === undefined || stored.data?.isEditable === true
  return (
    <Page>
      <PageHeader
        breadcrumb={<Breadcrumbs items={[{ title: text(scorecardsMessages.scorecards), to: scorecardsPaths.overview() }, { title }]} />}
        title={title}
        actions={
          document.text !== undefined && (
            <EditorActions
              text={document.text}
              identity={written && named !== undefined ? { kind: written, name: named } : undefined}
              hasErrors={hasErrors || check.isOutdated || !check.data}
              isChanged={document.isChanged}
              isStored={name !== undefined && named === name}
              isEditable={isEditable}
              location={stored.data?.source.type === 'location' ? stored.data.source.target : undefined}
              onRemove={letPass}
              onSaved={(saved, savedName) => {
                document.setText(saved)
                if (name !== undefined) void stored.refetch()
                if (savedName !== name) void navigate(scorecardsPaths.editor({ kind: written ?? kind, name: savedName }), { replace: true })
              }}
            />
          )
        }
      />
      <Content wide>
        <RequirePermission permission={manageScorecardsPermission}>
          {stored.error ? (
            <RequestErrorPanel error={stored.error} title={text(editorMessages.openFailed)} onRetry={() => void stored.refetch()} />
          ) : document.text === undefined ? (
            <SkeletonRows rows={10} />
          ) : (
            <Workbench text={document.text} onChange={document.setText} check={check} hasErrors={hasErrors} isEditable={isEditable} />
          )}
        </RequirePermission>
      </Content>
    </Page>
  )
}

interface WorkbenchProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly check: ReturnType<typeof useDocumentCheck>
  readonly hasErrors: boolean
  readonly isEditable: boolean
}

function Workbench({ text: document, onChange, check, hasErrors, isEditable }: WorkbenchProps) {
  const text = useText()
  const [reveal, setReveal] = useState<{ readonly line: number }>()
  const { data: completions } = useQuery({ ...query(scorecardsApi.getCompletions), staleTime: 300_000 })
  const complete = useCallback((written: string, offset: number) => completeDocument(written, offset, completions), [completions])
  const marks = useMarks(check.data?.problems)
  const whatIf = useWhatIf(document, check.data !== undefined && !check.isOutdated && !hasErrors)
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {!isEditable && <WarningPanel severity="info" title={text(editorMessages.readOnly)} />}
        <InfoCard title={text(editorMessages.document)}>
          <CodeEditor
            label={text(editorMessages.content)}
            value={document}
            onChange={onChange}
            minHeight={editorHeight}
            maxHeight={editorHeight}
            marks={marks}
            reveal={reveal}
            complete={complete}
            word={documentWord}
          />
        </InfoCard>
        <ProblemList
          problems={check.data?.problems ?? []}
          error={check.error}
          onRetry={() => void check.refetch()}
          onGo={line => setReveal({ line })}
        />
      </div>
      <WhatIfPanel found={whatIf} hasErrors={hasErrors} />
    </div>
  )
}

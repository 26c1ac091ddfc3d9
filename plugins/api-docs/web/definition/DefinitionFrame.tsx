import { useNavigate, useText } from '@portico/core/web'
import { Button, lazyView, SegmentedControl, SkeletonRows, useNumber, WarningPanel } from '@portico/ui'
import { Suspense } from 'react'
import { definitionPath } from '@portico/api-docs/common'
import { useDefinition } from './definition-context.tsx'
import { definitionView, useDefinitionView } from './definition-view.ts'
import styles from './DefinitionFrame.module.css'
import { DocsView } from './DocsView.tsx'
import { definitionMessages } from './messages.ts'
import { useFormatFacts } from './use-format-facts.ts'

const TextView = lazyView(async () => (await import('./TextView.tsx')).TextView)
const ProblemsView = lazyView(async () => (await import('./ProblemsView.tsx')).ProblemsView)

/** A definition: what it is, and its docs, its text or its problems. */
export function DefinitionFrame() {
  const text = useText()
  const number = useNumber()
  const { outline } = useDefinition()
  const { view, show } = useDefinitionView()
  const facts = useFormatFacts(outline)
  const problems = outline.counts.errors + outline.counts.warnings + outline.counts.hints
  const labels = {
    docs: text(definitionMessages.docs),
    text: text(definitionMessages.text),
    problems: problems === 0 ? text(definitionMessages.problems) : text(definitionMessages.problemsCount, { count: number(problems) }),
  }
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <p className={styles.facts}>
          {facts.map(fact => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <SegmentedControl
          label={text(definitionMessages.view)}
          labelHidden
          value={view}
          onChange={show}
          segments={definitionView.map(value => ({ value, label: labels[value] }))}
        />
      </div>
      <Notices />
      <Suspense fallback={<SkeletonRows rows={10} />}>
        {view === 'docs' && <DocsView />}
        {view === 'text' && <TextView />}
        {view === 'problems' && <ProblemsView />}
      </Suspense>
    </div>
  )
}

/** What the reader must know first: an older version, or that not all could be read. */
function Notices() {
  const text = useText()
  const navigate = useNavigate()
  const { entityRef, outline, version } = useDefinition()
  const { view, show } = useDefinitionView()
  return (
    <>
      {version !== undefined && (
        <WarningPanel
          severity="info"
          title={text(definitionMessages.olderVersion)}
          action={
            <Button size="compact-sm" variant="default" onClick={() => void navigate(definitionPath(entityRef))}>
              {text(definitionMessages.toCurrent)}
            </Button>
          }
        />
      )}
      {outline.failure !== undefined && (
        <WarningPanel
          title={text(outline.items.length > 0 ? definitionMessages.partlyFailed : definitionMessages.failed)}
          action={
            view !== 'problems' && (
              <Button size="compact-sm" variant="default" onClick={() => show('problems')}>
                {text(definitionMessages.seeProblems)}
              </Button>
            )
          }
        >
          {outline.failure}
        </WarningPanel>
      )}
    </>
  )
}

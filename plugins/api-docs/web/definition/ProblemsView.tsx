import { apiDocsApi, definitionPath, problemSeverities, type DefinitionProblem } from '@portico/api-docs/common'
import { Link, query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { EmptyState, SkeletonRows, Status, useNumber } from '@portico/ui'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import { useDefinition } from './definition-context.tsx'
import { Fold } from './Fold.tsx'
import { ItemLink } from './ItemLink.tsx'
import { definitionMessages } from './messages.ts'
import { PartSection } from './PartHeader.tsx'
import styles from './ProblemsView.module.css'

const looks = {
  error: { title: definitionMessages.errors, status: 'error' },
  warning: { title: definitionMessages.warnings, status: 'warning' },
  hint: { title: definitionMessages.hints, status: undefined },
} as const

/** Rules with more than these begin folded. */
const maxOpen = 12

/** What is wrong with a definition, by severity and rule. */
export function ProblemsView() {
  const text = useText()
  const number = useNumber()
  const { params, outline } = useDefinition()
  const { data, error, refetch } = useQuery(query(apiDocsApi.listProblems, { params, query: { version: outline.id } }))
  if (error) return <RequestErrorPanel error={error} title={text(definitionMessages.problemsFailed)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={8} />
  if (data.problems.length === 0)
    return (
      <EmptyState icon={<IconCircleCheck size={28} aria-hidden />} title={text(definitionMessages.allWell)}>
        {text(definitionMessages.allWellHint)}
      </EmptyState>
    )
  return (
    <div className={styles.severities}>
      {problemSeverities.map(severity => {
        const here = data.problems.filter(problem => problem.severity === severity)
        if (here.length === 0) return undefined
        const { title, status } = looks[severity]
        const count = number(data.counts[`${severity}s`])
        return (
          <PartSection key={severity} title={text(title)} note={status ? <Status kind={status}>{count}</Status> : count}>
            {[...Map.groupBy(here, ({ rule }) => rule)].map(([rule, problems]) => (
              <Rule key={rule} rule={rule} problems={problems} total={data.counts.rules[rule] ?? problems.length} />
            ))}
          </PartSection>
        )
      })}
    </div>
  )
}

interface RuleProps {
  readonly rule: string
  readonly problems: readonly DefinitionProblem[]
  readonly total: number
}

function Rule({ rule, problems, total }: RuleProps) {
  const text = useText()
  const number = useNumber()
  return (
    <Fold
      framed
      initiallyOpen={total <= maxOpen}
      title={
        <>
          <code className={styles.rule}>{rule}</code>
          <span className={styles.count}>{number(total)}</span>
        </>
      }
    >
      {() => (
        <>
          <ul className={styles.problems}>
            {problems.map((problem, index) => (
              <Problem key={index} problem={problem} />
            ))}
          </ul>
          {problems.length < total && (
            <p className={styles.place}>{text(definitionMessages.moreOfRule, { shown: number(problems.length), total: number(total) })}</p>
          )}
        </>
      )}
    </Fold>
  )
}

function Problem({ problem: { message, line, item } }: { readonly problem: DefinitionProblem }) {
  const text = useText()
  const { entityRef, outline, version } = useDefinition()
  const label = item === undefined ? undefined : (outline.items.find(({ id }) => id === item)?.label ?? item)
  const toLine = new URLSearchParams({ view: 'text', line: String(line), ...(version !== undefined && { version }) })
  return (
    <li className={styles.problem}>
      <span className={styles.message}>{message}</span>
      <span className={styles.place}>
        {line !== undefined && <Link to={`${definitionPath(entityRef)}?${toLine}`}>{text(definitionMessages.line, { line })}</Link>}
        {item !== undefined && <ItemLink id={item}>{label}</ItemLink>}
      </span>
    </li>
  )
}

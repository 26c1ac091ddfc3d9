import { changeRules, definitionPath, type ApiChange, type DefinitionVersion } from '@portico/api-docs/common'
import { entityRefOf } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import { Link, useText } from '@portico/core/web'
import { Button, useNumber, WordDiff } from '@portico/ui'
import { useId, useState } from 'react'
import styles from './Changes.module.css'
import { ImpactMark } from './ImpactMark.tsx'
import { changesMessages } from './messages.ts'

interface ChangeGroupProps {
  readonly changes: readonly ApiChange[]
  readonly from: DefinitionVersion
  readonly to: DefinitionVersion
}

const namedUses = 3

/** What changed in one item of the definition. */
export function ChangeGroup({ changes, from, to }: ChangeGroupProps) {
  const text = useText()
  const number = useNumber()
  const id = useId()
  const entityRef = entityRefOf(useEntity())
  const [{ item, label, reaches = [], reachesTotal = 0 }] = changes as [ApiChange]
  const pathOf = (target: string) => itemPath(entityRef, target, { changes, from, to })
  const title = label ?? text(changesMessages.whole)
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {item === undefined ? (
          title
        ) : (
          <Link to={pathOf(item)} aria-label={text(changesMessages.openItem, { item: title })}>
            {title}
          </Link>
        )}
      </h3>
      {reaches.length > 0 && (
        <p className={styles.uses}>
          {text(changesMessages.reaches)}{' '}
          {reaches.slice(0, namedUses).map((use, index) => (
            <span key={use.id}>
              {index > 0 && ', '}
              <Link to={pathOf(use.id)}>{use.label}</Link>
            </span>
          ))}
          {reachesTotal > namedUses && ` ${text(changesMessages.more, { count: number(reachesTotal - namedUses) })}`}
        </p>
      )}
      <ul className={styles.list}>
        {changes.map((change, index) => (
          <ChangeLine key={index} change={change} />
        ))}
      </ul>
    </section>
  )
}

/** One change: what it means, where it is, what it was and is, and on demand why. */
function ChangeLine({ change }: { readonly change: ApiChange }) {
  const text = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { impact, place, message, before, after, rule } = change
  const why = Object.hasOwn(changeRules, rule) ? changeRules[rule as keyof typeof changeRules].why : undefined
  return (
    <li className={styles.change}>
      <div className={styles.impact}>
        <ImpactMark impact={impact} />
      </div>
      <div className={styles.what}>
        <p id={`${id}-message`} className={styles.message}>
          {message}
        </p>
        {place.length > 0 && <p className={styles.place}>{place.join(' › ')}</p>}
        {(before ?? after) !== undefined && (
          <p className={styles.values}>
            <WordDiff before={before ?? ''} after={after ?? ''} />
          </p>
        )}
        <p id={id} hidden={!isOpen} className={styles.why}>
          {why} <code>{rule}</code>
        </p>
      </div>
      {why !== undefined && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={`${id}-message`}
          onClick={() => setOpen(!isOpen)}
        >
          {text(changesMessages.why)}
        </Button>
      )}
    </li>
  )
}

/** What was removed is only in the older version. */
function itemPath(entityRef: string, item: string, { changes, from, to }: ChangeGroupProps): string {
  const isGone = changes.some(({ kind, place, item: own }) => kind === 'removed' && place.length === 0 && own === item)
  const version = isGone ? from : to
  const path = definitionPath(entityRef, item)
  return version.isCurrent ? path : `${path}&${new URLSearchParams({ version: version.id })}`
}

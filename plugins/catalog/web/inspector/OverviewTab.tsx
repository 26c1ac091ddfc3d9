import { entityRefOf, relationTargets, type EntityStatusItem } from '@portico/catalog/common'
import { useText, type Message } from '@portico/core/web'
import { Button, ChipList, Code, CopyButton, Status, useNumber } from '@portico/ui'
import { useState, type ReactNode } from 'react'
import { useEntity } from '../entity-context.tsx'
import { specText } from '../entity/entity-values.ts'
import { entityMessages } from '../entity/messages.ts'
import { relationTitle } from '../entity/relations/relation-groups.ts'
import { EntityLink } from '../parts/EntityLink.tsx'
import styles from './Inspector.module.css'

const refsAtFirst = 20

/** The entity's identity, metadata, relations and status. */
export function OverviewTab() {
  const entity = useEntity()
  const { metadata, apiVersion, kind } = entity
  const types = [...new Set((entity.relations ?? []).map(({ type }) => type))].sort()
  const statuses = entity.status?.items ?? []
  return (
    <div className={styles.parts}>
      <Part title={entityMessages.identity}>
        <dl className={styles.facts}>
          <Copied name="apiVersion" value={apiVersion} />
          <Copied name="kind" value={kind} />
          <Copied name="spec.type" value={specText(entity, 'type')} />
          <Copied name="uid" value={metadata.uid} />
          <Copied name="etag" value={metadata.etag} />
          <Copied name="entityRef" value={entityRefOf(entity)} />
        </dl>
      </Part>
      <Part title={entityMessages.metadata}>
        <Pairs title={entityMessages.annotations} pairs={metadata.annotations} />
        <Pairs title={entityMessages.labels} pairs={metadata.labels} />
        <Tags tags={metadata.tags ?? []} />
      </Part>
      <Part title={entityMessages.relations}>
        {types.length === 0 && <None />}
        {types.map(type => (
          <Relations key={type} type={type} refs={relationTargets(entity, type)} />
        ))}
      </Part>
      <Part title={entityMessages.status}>{statuses.length === 0 ? <None /> : <Statuses items={statuses} />}</Part>
    </div>
  )
}

function Part({ title, children }: { title: Message; children: ReactNode }) {
  const text = useText()
  return (
    <section aria-label={text(title)}>
      <h3 className={styles.title}>{text(title)}</h3>
      <div className={styles.part}>{children}</div>
    </section>
  )
}

function None() {
  const text = useText()
  return <p className={styles.quiet}>{text(entityMessages.none)}</p>
}

/** A fact with a button that copies it. */
function Copied({ name, value }: { name: string; value: string | undefined }) {
  const text = useText()
  if (value === undefined) return undefined
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd className={styles.copied}>
        <span className={styles.value}>{value}</span>
        <CopyButton value={value} label={text(entityMessages.copyField, { field: name })} />
      </dd>
    </div>
  )
}

function Pairs({ title, pairs }: { title: Message; pairs: Readonly<Record<string, string>> | undefined }) {
  const text = useText()
  const entries = Object.entries(pairs ?? {})
  return (
    <div>
      <h4 className={styles.subtitle}>{text(title)}</h4>
      {entries.length === 0 && <None />}
      <dl className={styles.facts}>
        {entries.map(([key, value]) => (
          <div key={key} className={styles.fact}>
            <dt dir="auto">{key}</dt>
            <dd className={styles.value} dir="auto">
              {String(value)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  const text = useText()
  return (
    <div>
      <h4 className={styles.subtitle}>{text(entityMessages.tags)}</h4>
      {tags.length === 0 ? <None /> : <ChipList items={[...new Set(tags)]} max={20} label={text(entityMessages.tags)} />}
    </div>
  )
}

function Relations({ type, refs }: { type: string; refs: readonly string[] }) {
  const text = useText()
  const number = useNumber()
  const [all, showAll] = useState(false)
  const shown = all ? refs : refs.slice(0, refsAtFirst)
  return (
    <div>
      <h4 className={styles.subtitle}>
        {text(relationTitle(type))} <Code>{type}</Code> <span className={styles.quiet}>{number(refs.length)}</span>
      </h4>
      <ul className={styles.refs} aria-label={type}>
        {shown.map(ref => (
          <li key={ref}>
            <EntityLink entity={ref}>{ref}</EntityLink>
          </li>
        ))}
      </ul>
      {shown.length < refs.length && (
        <Button variant="default" size="compact-xs" onClick={() => showAll(true)}>
          {text(entityMessages.showAllCount, { count: number(refs.length) })}
        </Button>
      )}
    </div>
  )
}

const levels = { info: 'ok', warning: 'warning', error: 'error' } as const

function Statuses({ items }: { items: readonly EntityStatusItem[] }) {
  return (
    <ul className={styles.statuses}>
      {items.map(({ level, type, message }, index) => (
        <li key={index} className={styles.status}>
          <Status kind={levels[level] ?? 'pending'}>{level}</Status>
          <Code>{type}</Code>
          <span dir="auto">{message}</span>
        </li>
      ))}
    </ul>
  )
}

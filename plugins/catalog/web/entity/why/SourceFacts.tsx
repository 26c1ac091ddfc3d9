import type { EntitySource } from '@portico/catalog/common'
import { useText, type Message } from '@portico/core/web'
import { Code, Link, RelativeTime, Status, useNumber } from '@portico/ui'
import type { ReactNode } from 'react'
import { entityMessages } from '../messages.ts'
import styles from './ExplanationView.module.css'

const registrars: Readonly<Record<NonNullable<EntitySource['registeredBy']>, Message>> = {
  config: entityMessages.registeredByConfig,
  api: entityMessages.registeredByApi,
  provider: entityMessages.registeredByProvider,
  entity: entityMessages.registeredByEntity,
}

/** One source of an entity, and the state of reading it. */
export function SourceFacts({ source }: { source: EntitySource }) {
  const text = useText()
  const number = useNumber()
  const { name, line, origin, registeredBy, lastReadAt, nextReadAt, revision, failures, error, isHolder } = source
  return (
    <>
      <p className={styles.strong}>
        <SourceName name={name} line={line} /> {isHolder && <span className={styles.quiet}>{text(entityMessages.holder)}</span>}
      </p>
      <dl className={styles.facts}>
        <Fact label={entityMessages.registered}>{registeredBy && text(registrars[registeredBy])}</Fact>
        <Fact label={entityMessages.origin}>{origin !== undefined && origin !== name && <SourceName name={origin} />}</Fact>
        <Fact label={entityMessages.lastRead}>{lastReadAt && <RelativeTime at={lastReadAt} />}</Fact>
        <Fact label={entityMessages.nextRead}>{nextReadAt && <RelativeTime at={nextReadAt} />}</Fact>
        <Fact label={entityMessages.revision}>{revision !== undefined && <Code>{revision}</Code>}</Fact>
        <Fact label={entityMessages.failures}>{failures > 0 && <Status kind="error">{number(failures)}</Status>}</Fact>
        <Fact label={entityMessages.lastError}>{error && <span dir="auto">{error.message}</span>}</Fact>
      </dl>
    </>
  )
}

/** A fact; nothing where it is undefined. */
function Fact({ label, children }: { label: Message; children: ReactNode }) {
  const text = useText()
  if (!children) return undefined
  return (
    <div className={styles.fact}>
      <dt>{text(label)}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A location or provider; one on the web can be opened. `short` leaves the end of a long path, with the whole on hover. */
export function SourceName({ name, line, short = false }: { name: string; line?: number | undefined; short?: boolean }) {
  const text = useText()
  const target = name.replace(/^(url|file):/i, '')
  const shown = short ? shorten(target) : /^url:/i.test(name) ? target : name
  const words = line === undefined ? shown : text(entityMessages.atLine, { place: shown, line })
  if (/^url:https?:\/\//i.test(name)) {
    return (
      <Link to={target} title={target}>
        {words}
      </Link>
    )
  }
  return (
    <span className={styles.name} title={name}>
      {words}
    </span>
  )
}

const longPath = 28

function shorten(path: string): string {
  if (path.length <= longPath) return path
  return `…/${path.split(/[/\\]/).filter(Boolean).slice(-2).join('/')}`
}

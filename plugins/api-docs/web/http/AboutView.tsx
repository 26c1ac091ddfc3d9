import type { AboutPart } from '@portico/api-docs/common'
import { Link, useText } from '@portico/core/web'
import type { ReactNode } from 'react'
import { useOutline } from '../definition/definition-context.tsx'
import { Description } from '../definition/Description.tsx'
import { Extensions } from '../definition/Extensions.tsx'
import styles from './Http.module.css'
import { httpMessages } from './messages.ts'
import { SecuritySchemes } from './SecuritySchemes.tsx'
import { Servers } from './Servers.tsx'

/** What holds for a whole definition. */
export function AboutView({ part }: { readonly part: AboutPart }) {
  const text = useText()
  const { title } = useOutline()
  const { contact, licence } = part
  const contactUrl = contact?.url ?? (contact?.email === undefined ? undefined : `mailto:${contact.email}`)
  const facts: readonly (readonly [string, ReactNode])[] = [
    ...part.facts,
    ...(contact ? [[text(httpMessages.contact), linked(contact.name ?? contact.email ?? contact.url, contactUrl)] as const] : []),
    ...(licence ? [[text(httpMessages.licence), linked(licence.name, licence.url)] as const] : []),
    ...(part.termsOfService === undefined ? [] : [[text(httpMessages.terms), linked(part.termsOfService, part.termsOfService)] as const]),
    ...(part.externalDocs
      ? [[text(httpMessages.documentation), linked(part.externalDocs.description ?? part.externalDocs.url, part.externalDocs.url)] as const]
      : []),
  ]
  return (
    <>
      <header className={styles.about}>
        <h2 className={styles.aboutTitle}>{title ?? text(httpMessages.about)}</h2>
        {part.summary !== undefined && <p className={styles.summary}>{part.summary}</p>}
        <Description text={part.description} />
      </header>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([name, value]) => (
            <div key={name} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {part.servers.length > 0 && <Servers servers={part.servers} />}
      <SecuritySchemes schemes={part.securitySchemes} />
      <Extensions values={part.extensions} />
    </>
  )
}

function linked(words: string | undefined, url: string | undefined): ReactNode {
  if (url === undefined) return words
  return <Link to={url}>{words ?? url}</Link>
}

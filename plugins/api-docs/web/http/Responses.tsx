import type { HttpResponse, ResponseLink } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { toYaml } from '@portico/ui'
import { Description } from '../definition/Description.tsx'
import { Fold } from '../definition/Fold.tsx'
import { ItemLink } from '../definition/ItemLink.tsx'
import { PartSection } from '../definition/PartHeader.tsx'
import { SchemaFields } from '../schema/SchemaFields.tsx'
import styles from './Http.module.css'
import { MediaView } from './MediaView.tsx'
import { httpMessages } from './messages.ts'
import { toField } from './parameter-fields.ts'

/** What comes back, by status. The first success is open. */
export function Responses({ responses }: { readonly responses: readonly HttpResponse[] }) {
  const text = useText()
  const success = responses.find(({ status }) => status.startsWith('2')) ?? responses[0]
  return (
    <PartSection title={text(httpMessages.responses)}>
      {responses.length === 0 && <p className={styles.note}>{text(httpMessages.noResponses)}</p>}
      <div className={styles.stack}>
        {responses.map(response => (
          <Fold key={response.status} framed initiallyOpen={response === success} title={<ResponseTitle response={response} />}>
            {() => <ResponseBody response={response} />}
          </Fold>
        ))}
      </div>
    </PartSection>
  )
}

function ResponseTitle({ response: { status, summary, description, media } }: { readonly response: HttpResponse }) {
  return (
    <span className={styles.foldTitle}>
      <span className={styles.status} data-class={status[0]}>
        {status}
      </span>
      <span className={styles.firstLine}>{(summary ?? description)?.split('\n', 1)[0]}</span>
      <span className={`${styles.types} ${styles.mediaTypes}`}>{media.map(({ type }) => type).join(', ')}</span>
    </span>
  )
}

function ResponseBody({ response: { summary, description, headers, media, links } }: { readonly response: HttpResponse }) {
  const text = useText()
  // A description of one plain line is in the title already.
  const isMore = description !== undefined && (summary !== undefined || /[\n*_`[<]/.test(description.trim()))
  return (
    <>
      {isMore && <Description text={description} />}
      {headers.length > 0 && (
        <div>
          <p className={styles.label}>{text(httpMessages.headers)}</p>
          <SchemaFields fields={headers.map(toField)} />
        </div>
      )}
      {media.length === 0 ? <p className={styles.note}>{text(httpMessages.noBody)}</p> : <MediaView media={media} />}
      {links.length > 0 && (
        <div>
          <p className={styles.label}>{text(httpMessages.links)}</p>
          <ul className={styles.links}>
            {links.map(link => (
              <Link key={link.name} link={link} />
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

/** A link of OpenAPI: which operation comes next, with which values. */
function Link({ link: { name, description, item, target, parameters, body } }: { readonly link: ResponseLink }) {
  const values = { ...parameters, ...(body !== undefined && { body }) }
  return (
    <li>
      <span className={styles.linkName}>{name}</span>{' '}
      {item === undefined ? <code>{target}</code> : <ItemLink id={item}>{target ?? item}</ItemLink>}
      <Description text={description} />
      {Object.keys(values).length > 0 && <pre className={styles.values}>{toYaml(values).trimEnd()}</pre>}
    </li>
  )
}

import { EntityLink } from '@portico/catalog/web'
import { iconsApiRef, Link, NamedIcon, useApi, useText } from '@portico/core/web'
import { CodeBlock, InfoCard, Markdown, toYaml } from '@portico/ui'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import { useMemo } from 'react'
import { runningMessages } from '../messages.ts'
import { readOutput, type OutputLink } from '../run-output.ts'
import styles from './RunPanels.module.css'

/** What a run gives back: links, texts and values. */
export function RunOutputs({ output }: { readonly output: Readonly<Record<string, unknown>> }) {
  const text = useText()
  const { links, texts, others } = useMemo(() => readOutput(output), [output])
  const hasOthers = Object.keys(others).length > 0
  if (links.length === 0 && texts.length === 0 && !hasOthers) return undefined
  return (
    <InfoCard title={text(runningMessages.output)}>
      {links.length > 0 && (
        <ul className={`${styles.links} ${styles.block}`} aria-label={text(runningMessages.output)}>
          {links.map((link, at) => (
            <li key={at}>
              <OutputIcon name={link.icon} />
              <LinkOf link={link} />
            </li>
          ))}
        </ul>
      )}
      {texts.map(({ title, content }, at) => (
        <section key={at} className={styles.block}>
          {title !== '' && <h3 className={styles.heading}>{title}</h3>}
          <Markdown topHeading={4}>{content}</Markdown>
        </section>
      ))}
      {hasOthers && (
        <div className={styles.block}>
          <CodeBlock title={text(runningMessages.outputText)} code={toYaml(others)} language="yaml" maxHeight={400} />
        </div>
      )}
    </InfoCard>
  )
}

function LinkOf({ link: { title, url, entityRef } }: { readonly link: OutputLink }) {
  if (entityRef !== undefined && url === undefined) {
    return (
      <EntityLink entity={entityRef} defaultKind="component" hideIcon>
        {title}
      </EntityLink>
    )
  }
  return <Link to={url ?? ''}>{title}</Link>
}

/** Templates name icons that nobody knows: those are a plain link. */
function OutputIcon({ name }: { readonly name: string | undefined }) {
  const icons = useApi(iconsApiRef)
  if (name === undefined || !icons.get(name)) return <IconLink size={16} aria-hidden />
  return <NamedIcon name={name} size={16} />
}

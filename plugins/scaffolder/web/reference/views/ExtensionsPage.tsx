import { query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { scaffolderApi, type TemplatingExtensions } from '@portico/scaffolder/common'
import { CodeBlock, Content, EmptyState, InfoCard, Markdown, Page, PageHeader, SearchField, SkeletonRows, Stack } from '@portico/ui'
import IconFilterCode from '@tabler/icons-react/dist/esm/icons/IconFilterCode.mjs'
import { useState } from 'react'
import { ScaffolderTabs } from '../../parts/ScaffolderTabs.tsx'
import { referenceMessages } from '../messages.ts'
import { Examples } from '../parts/Examples.tsx'
import styles from '../parts/Reference.module.css'
import { SchemaTable } from '../parts/SchemaTable.tsx'
import { TryOut } from '../parts/TryOut.tsx'
import { pageMessages } from '../../parts/page-messages.ts'

/** The filters, functions and values of expressions, and a place to try them. */
export default function ExtensionsPage() {
  const text = useText()
  const { data, error, refetch } = useQuery(query(scaffolderApi.listTemplatingExtensions))
  return (
    <Page>
      <PageHeader
        title={text(pageMessages.extensions)}
        subtitle={text(referenceMessages.extensionsSubtitle)}
        tabs={<ScaffolderTabs selected="extensions" />}
      />
      <Content>
        {error && !data ? (
          <RequestErrorPanel error={error} title={text(referenceMessages.extensionsFailed)} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows rows={8} />
        ) : isEmpty(data) ? (
          <EmptyState icon={<IconFilterCode size={32} />} title={text(referenceMessages.nothing)}>
            {text(referenceMessages.noExtensions)}
          </EmptyState>
        ) : (
          <Extensions extensions={data} />
        )}
      </Content>
    </Page>
  )
}

function isEmpty({ filters, globals }: TemplatingExtensions): boolean {
  return [filters, globals.functions, globals.values].every(part => Object.keys(part).length === 0)
}

type Documented = TemplatingExtensions['filters'][string]

function Extensions({ extensions: { filters, globals } }: { readonly extensions: TemplatingExtensions }) {
  const text = useText()
  const [words, setWords] = useState('')
  const [source, setSource] = useState("${{ parameters.owner | parseEntityRef | pick('name') }}")
  const narrow = <T extends { readonly description?: string | undefined }>(part: Readonly<Record<string, T>>) =>
    Object.entries(part).filter(([name, { description = '' }]) =>
      `${name} ${description}`.toLowerCase().includes(words.trim().toLowerCase()),
    )
  const values = narrow(globals.values)
  const shared = { words, onTry: setSource }
  return (
    <div className={styles.wide}>
      <Stack>
        <SearchField value={words} onChange={setWords} label={text(referenceMessages.extensionsSearch)} />
        <Section title={text(referenceMessages.filters)} none={text(referenceMessages.noFilters)} items={narrow(filters)} {...shared} />
        <Section
          title={text(referenceMessages.functions)}
          none={text(referenceMessages.noFunctions)}
          items={narrow(globals.functions)}
          {...shared}
        />
        <InfoCard title={text(referenceMessages.values)} flush={values.length > 0}>
          {values.length === 0 ? (
            <None words={words} none={text(referenceMessages.noValues)} />
          ) : (
            values.map(([name, { value, description }]) => (
              <section key={name} className={styles.extension} aria-label={name}>
                <h3 className={styles.head}>{name}</h3>
                {description !== undefined && <Markdown topHeading={4}>{description}</Markdown>}
                <CodeBlock code={JSON.stringify(value, null, 2) ?? ''} language="json" />
              </section>
            ))
          )}
        </InfoCard>
      </Stack>
      <div className={styles.side}>
        <TryOut source={source} onSource={setSource} />
      </div>
    </div>
  )
}

interface SectionProps {
  readonly title: string
  readonly none: string
  readonly items: readonly (readonly [string, Documented])[]
  readonly words: string
  readonly onTry: (example: string) => void
}

function Section({ title, none, items, words, onTry }: SectionProps) {
  return (
    <InfoCard title={title} flush={items.length > 0}>
      {items.length === 0 ? (
        <None words={words} none={none} />
      ) : (
        items.map(([name, documented]) => <ExtensionDetails key={name} name={name} documented={documented} onTry={onTry} />)
      )}
    </InfoCard>
  )
}

function None({ words, none }: { readonly words: string; readonly none: string }) {
  const text = useText()
  return <p className={styles.quiet}>{words.trim() === '' ? none : text(referenceMessages.noMatch, { words })}</p>
}

interface ExtensionDetailsProps {
  readonly name: string
  readonly documented: Documented
  readonly onTry: (example: string) => void
}

function ExtensionDetails({ name, documented: { description, schema = {}, examples }, onTry }: ExtensionDetailsProps) {
  const text = useText()
  const { input, arguments: given = [], output } = schema
  return (
    <section className={styles.extension} aria-label={name}>
      <h3 className={styles.head}>{name}</h3>
      {description !== undefined && <Markdown topHeading={4}>{description}</Markdown>}
      <div className={styles.parts}>
        {input && <SchemaPart title={text(referenceMessages.input)} schema={input} />}
        {given.length > 0 && (
          <div>
            <h4 className={styles.part}>{text(referenceMessages.arguments)}</h4>
            {given.map((each, at) => (
              <SchemaTable key={at} label={text(referenceMessages.arguments)} schema={each} none={text(referenceMessages.anything)} />
            ))}
          </div>
        )}
        {output && <SchemaPart title={text(referenceMessages.output)} schema={output} />}
      </div>
      <h4 className={styles.part}>{text(referenceMessages.examples)}</h4>
      <Examples examples={examples} onTry={onTry} />
    </section>
  )
}

function SchemaPart({ title, schema }: { readonly title: string; readonly schema: unknown }) {
  const text = useText()
  return (
    <div>
      <h4 className={styles.part}>{title}</h4>
      <SchemaTable label={title} schema={schema} none={text(referenceMessages.anything)} />
    </div>
  )
}

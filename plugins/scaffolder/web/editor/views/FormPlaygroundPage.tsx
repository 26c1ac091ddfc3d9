import { catalogApi, parseEntityRef } from '@portico/catalog/common'
import { RequestErrorPanel, RequirePermission, useClient, useNavigate, useQuery, useSearchParams, useText } from '@portico/core/web'
import { scaffolderPaths, templateManagementPermission } from '@portico/scaffolder/common'
import {
  Autocomplete,
  Breadcrumbs,
  CodeBlock,
  CodeEditor,
  Content,
  InfoCard,
  Page,
  PageHeader,
  SkeletonRows,
  Stack,
  toYaml,
} from '@portico/ui'
import { useMemo, useState } from 'react'
import { editorMessages } from '../messages.ts'
import { toParameterSteps } from '../parameter-steps.ts'
import styles from '../parts/Editor.module.css'
import { Findings } from '../parts/Findings.tsx'
import { FormPreview } from '../parts/FormPreview.tsx'
import { starterTemplate } from '../starter-template.ts'
import { useCheck } from '../use-check.ts'
import { useCompletion } from '../use-completion.ts'
import { useTemplateOptions } from '../use-templates.ts'
import { ScaffolderTabs } from '../../parts/ScaffolderTabs.tsx'
import { pageMessages } from '../../parts/page-messages.ts'

/** The form of a template while it is written: text at the left, form at the right. */
export default function FormPlaygroundPage() {
  const text = useText()
  const [search] = useSearchParams()
  const template = search.get('template')
  return (
    <Page>
      <PageHeader
        breadcrumb={
          <Breadcrumbs
            items={[{ title: text(pageMessages.manage), to: scaffolderPaths.editorIntro() }, { title: text(pageMessages.playground) }]}
          />
        }
        title={text(pageMessages.playground)}
        tabs={<ScaffolderTabs selected="editor" />}
        subtitle={text(editorMessages.playgroundSubtitle)}
      />
      <Content wide>
        <RequirePermission permission={templateManagementPermission}>
          <Stack>
            <TemplateChoice />
            {template === null ? <Playground key="" initial={starterTemplate} /> : <LoadedPlayground key={template} template={template} />}
          </Stack>
        </RequirePermission>
      </Content>
    </Page>
  )
}

function TemplateChoice() {
  const text = useText()
  const navigate = useNavigate()
  const load = useTemplateOptions()
  return (
    <div className={styles.choice}>
      <Autocomplete
        label={text(editorMessages.loadTemplate)}
        load={load}
        value={undefined}
        onChange={chosen => chosen && void navigate(scaffolderPaths.formPlayground({ template: chosen.value }))}
      />
    </div>
  )
}

function LoadedPlayground({ template }: { readonly template: string }) {
  const text = useText()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['scaffolder', 'playground', template],
    queryFn: async () => {
      const entity = await client.call(catalogApi.getEntityByName, { params: { ...parseEntityRef(template, { defaultKind: 'template' }) } })
      const { apiVersion, kind, metadata, spec } = entity
      const { name, title, description, tags } = metadata
      return toYaml({ apiVersion, kind, metadata: { name, title, description, tags }, spec })
    },
    staleTime: Infinity,
    retry: false,
  })
  if (error) return <RequestErrorPanel error={error} title={text(editorMessages.templateFailed)} onRetry={() => void refetch()} />
  return data === undefined ? <SkeletonRows rows={8} /> : <Playground initial={data} />
}

function Playground({ initial }: { readonly initial: string }) {
  const text = useText()
  const [typed, setTyped] = useState(initial)
  const [answers, setAnswers] = useState<Readonly<Record<string, unknown>>>()
  const [reveal, setReveal] = useState<{ readonly line: number }>()
  const complete = useCompletion()
  const check = useCheck(typed)
  const key = JSON.stringify(check.data?.template && toParameterSteps(check.data.template))
  const steps = useMemo(() => (key === undefined ? undefined : (JSON.parse(key) as ReturnType<typeof toParameterSteps>)), [key])
  const marks = check.data?.findings
  return (
    <div className={styles.two}>
      <Stack>
        <InfoCard title={text(editorMessages.playgroundEditor)}>
          <CodeEditor
            label={text(editorMessages.playgroundEditor)}
            value={typed}
            onChange={setTyped}
            minHeight={360}
            maxHeight={640}
            complete={complete}
            reveal={reveal}
            {...(marks && { marks })}
          />
        </InfoCard>
        <Findings checked={check.data} error={check.error} onRetry={() => void check.refetch()} onGo={({ line }) => setReveal({ line })} />
      </Stack>
      <Stack>
        <InfoCard title={text(editorMessages.form)}>
          {steps ? (
            <FormPreview steps={steps} finish={text(editorMessages.reviewValues)} onFinish={setAnswers} />
          ) : check.isPending ? (
            <SkeletonRows rows={4} />
          ) : (
            <p className={styles.quiet}>{text(editorMessages.formNone)}</p>
          )}
        </InfoCard>
        {answers && <CodeBlock title={text(editorMessages.reviewValues)} code={toYaml(answers)} language="yaml" />}
      </Stack>
    </div>
  )
}

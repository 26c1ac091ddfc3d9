import { useState } from 'react'
import { CodeBlock } from '../code/CodeBlock.tsx'
import { CodeEditor, DiffViewer } from '../code/Editor.tsx'
import { Markdown } from '../code/Markdown.tsx'
import { toYaml } from '../code/to-yaml.ts'
import { ValueViewer } from '../code/ValueViewer.tsx'
import { Code } from '../Code.tsx'
import { LogViewer } from '../log/LogViewer.tsx'
import styles from './Gallery.module.css'
import { Sample } from './Sample.tsx'
import { sampleEntity, sampleMarkdown, toLog } from './sample-data.ts'

const yaml = toYaml(sampleEntity)
const typescript = `import { defineWebPlugin } from '@portico/core/web'

/** Greets whoever comes. */
export const helloWeb = defineWebPlugin({
  id: 'hello',
  pages: [{ path: '/hello', load: () => import('./views/HelloPage.tsx') }],
})
`
const log = toLog(5000)

/** Texts for machines, and texts with marks. */
export function CodeSamples() {
  const [text, setText] = useState(yaml)
  return (
    <>
      <Sample name="Code in a line and in a block">
        <p>
          The reference <Code>component:default/orders-service</Code> names one entity.
        </p>
        <CodeBlock title="web/index.ts" language="typescript" code={typescript} lineNumbers marked={[5]} />
      </Sample>
      <Sample name="Without a title, YAML">
        <CodeBlock language="yaml" code={yaml} />
      </Sample>
      <Sample name="Markdown">
        <Markdown>{sampleMarkdown}</Markdown>
      </Sample>
      <Sample name="A value to look into">
        <div className={styles.columns}>
          <ValueViewer label="Entity" value={sampleEntity} />
          <ValueViewer label="Entity as YAML" value={sampleEntity} format="yaml" initially="raw" />
        </div>
      </Sample>
      <Sample name="Editor">
        <CodeEditor label="Entity definition" value={text} onChange={setText} />
      </Sample>
      <Sample name="What changed">
        <DiffViewer
          label="Changes of the entity"
          before={yaml}
          after={yaml.replace('production', 'deprecated').replace('replicas: 3', 'replicas: 5\n  paused: true')}
        />
      </Sample>
      <Sample name="What changed, one under the other">
        <DiffViewer label="Changes, unified" layout="unified" before={yaml} after={yaml.replace('production', 'deprecated')} />
      </Sample>
      <Sample name="Log">
        <LogViewer label="Build log" text={log} height={320} />
      </Sample>
      <Sample name="A log that waits">
        <LogViewer label="Waiting log" text="" running height={80} />
      </Sample>
    </>
  )
}

import { useMemo, useState } from 'react'
import { uiMessages } from '../messages.ts'
import { Button } from '../primitives.ts'
import { Tabs } from '../Tabs.tsx'
import { useText } from '../text.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { toYaml } from './to-yaml.ts'
import { toOpenPaths } from './tree-nodes.ts'
import { ValueTree } from './ValueTree.tsx'
import styles from './ValueViewer.module.css'

export interface ValueViewerProps {
  readonly label: string
  readonly value: unknown
  /** How the raw text is written. */
  readonly format?: 'json' | 'yaml'
  readonly initially?: 'tree' | 'raw'
}

/** A value to look into: as a tree that folds, and raw as JSON or YAML to copy. */
export function ValueViewer({ label, value, format = 'json', initially = 'tree' }: ValueViewerProps) {
  const text = useText()
  const [view, setView] = useState<string>(initially)
  const [open, setOpen] = useState(() => toOpenPaths(value, 2))
  const raw = useMemo(() => (format === 'yaml' ? toYaml(value) : (JSON.stringify(value, null, 2) ?? 'null')), [value, format])
  const tree = (
    <>
      <div className={styles.tools}>
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(toOpenPaths(value, Infinity))}>
          {text(uiMessages.expandAll)}
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(new Set())}>
          {text(uiMessages.collapseAll)}
        </Button>
      </div>
      <ValueTree label={label} value={value} open={open} onOpen={setOpen} />
    </>
  )
  return (
    <Tabs
      label={label}
      selected={view}
      onSelect={setView}
      tabs={[
        { id: 'tree', title: text(uiMessages.treeView), content: tree },
        {
          id: 'raw',
          title: `${text(uiMessages.rawView)} ${format.toUpperCase()}`,
          content: <CodeBlock code={raw} language={format} maxHeight={560} />,
        },
      ]}
    />
  )
}

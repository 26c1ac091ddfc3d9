import { useState } from 'react'
import { DependencyGraph } from '../graph/DependencyGraph.tsx'
import { LogViewer } from '../log/LogViewer.tsx'
import { Button } from '../primitives.ts'
import type { Column } from '../table/column.ts'
import { DataTable } from '../table/DataTable.tsx'
import styles from './Gallery.module.css'
import { Sample } from './Sample.tsx'
import { toGraph, toLog, toServices, type SampleService } from './sample-data.ts'

const choices = {
  '50 nodes': () => <Nodes count={50} />,
  '500 nodes': () => <Nodes count={500} />,
  '2,000 nodes': () => <Nodes count={2000} />,
  '100,000 lines': () => <Lines count={100_000} />,
  '50,000 rows': () => <Rows count={50_000} />,
}

/** Far more than a page has. Nothing is drawn before it is requested. */
export function ManySamples() {
  const [chosen, setChosen] = useState<keyof typeof choices>()
  const Chosen = chosen && choices[chosen]
  return (
    <Sample name="Very many">
      <div className={styles.row} role="group" aria-label="How many">
        {(Object.keys(choices) as (keyof typeof choices)[]).map(name => (
          <Button
            key={name}
            size="compact-xs"
            variant={name === chosen ? 'light' : 'default'}
            aria-pressed={name === chosen}
            onClick={() => setChosen(name)}
          >
            {name}
          </Button>
        ))}
      </div>
      {Chosen && <Chosen key={chosen} />}
    </Sample>
  )
}

function Nodes({ count }: { count: number }) {
  const [{ nodes, edges }] = useState(() => toGraph(count))
  return <DependencyGraph label="Very many nodes" nodes={nodes} edges={edges} height={600} onOpen={() => undefined} />
}

function Lines({ count }: { count: number }) {
  const [log] = useState(() => toLog(count))
  return <LogViewer label="Very many lines" text={log} height={600} />
}

const columns: readonly Column<SampleService>[] = [
  { title: 'Name', field: 'metadata.name', highlight: true },
  { title: 'Owner', field: 'spec.owner' },
  { title: 'Type', field: 'spec.type' },
  { title: 'Lifecycle', field: 'spec.lifecycle' },
  { title: 'Description', field: 'metadata.description', grow: true },
]

function Rows({ count }: { count: number }) {
  const [rows] = useState(() => toServices(count))
  return <DataTable label="Very many rows" columns={columns} rows={rows} rowKey={row => row.metadata.name} />
}

import { useState } from 'react'
import { DependencyGraph } from '../graph/DependencyGraph.tsx'
import type { GraphDirection } from '../graph/graph-shape.ts'
import { SegmentedControl } from '../SegmentedControl.tsx'
import { Sample } from './Sample.tsx'
import { toGraph } from './sample-data.ts'

const small = toGraph(8)
const large = toGraph(60)
const directions: readonly GraphDirection[] = ['TB', 'BT', 'LR', 'RL']

/** Dependency graphs. */
export function GraphSamples() {
  const [direction, setDirection] = useState<GraphDirection>('TB')
  return (
    <>
      <Sample name="A small graph in four directions">
        <SegmentedControl
          label="Direction"
          labelHidden
          segments={directions.map(value => ({ value, label: value }))}
          value={direction}
          onChange={setDirection}
        />
        <DependencyGraph
          label="Small graph"
          nodes={small.nodes}
          edges={small.edges}
          direction={direction}
          focus="n0"
          height={360}
          onOpen={() => undefined}
        />
      </Sample>
      <Sample name="A larger one, with an overview">
        <DependencyGraph label="Large graph" nodes={large.nodes} edges={large.edges} height={420} onOpen={() => undefined} />
      </Sample>
      <Sample name="Nothing to draw">
        <DependencyGraph label="Empty graph" nodes={[]} edges={[]} />
      </Sample>
    </>
  )
}

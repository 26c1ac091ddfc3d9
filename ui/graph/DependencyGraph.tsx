import type { ComponentType } from 'react'
import { createLazyPart } from '../lazy.tsx'
import styles from './Graph.module.css'
import { GraphSkeleton } from './GraphSkeleton.tsx'
import type { GraphNode } from './graph-shape.ts'
import type { DependencyGraphProps } from './GraphView.tsx'

export type { DependencyGraphProps } from './GraphView.tsx'

const LazyGraph: ComponentType<DependencyGraphProps> = createLazyPart(
  () => import('./GraphView.tsx').then(module => module.GraphView as ComponentType<DependencyGraphProps>),
  ({ height = 480 }: DependencyGraphProps) => (
    <div className={styles.frame} style={{ height }}>
      <GraphSkeleton />
    </div>
  ),
)

/** A graph that can be zoomed, panned and navigated by the arrow keys, with an overview. */
export function DependencyGraph<N extends GraphNode>(props: DependencyGraphProps<N>) {
  return <LazyGraph {...(props as unknown as DependencyGraphProps)} />
}

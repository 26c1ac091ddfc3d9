import { useEffect, useRef, useState } from 'react'
import { createLayouter } from './create-layouter.ts'
import type { GraphLayout, LayoutRequest } from './graph-shape.ts'

/** The layout, once it is computed. The last one stays until the next is there. */
export function useLayout(request: LayoutRequest): GraphLayout | undefined {
  const [layout, setLayout] = useState<GraphLayout>()
  const layouter = useRef<ReturnType<typeof createLayouter>>(undefined)
  useEffect(() => {
    const created = createLayouter(setLayout)
    layouter.current = created
    return () => created.stop()
  }, [])
  useEffect(() => layouter.current?.ask(request), [request])
  return layout
}

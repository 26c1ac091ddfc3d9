import { useEffect, useRef, useState } from 'react'
import { createLayouter } from './create-layouter.ts'
import type { GraphLayout, LayoutRequest } from './graph-shape.ts'

/** Where everything goes, once that is known. The last layout stays until the next is there. */
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

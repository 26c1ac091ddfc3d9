import { useEffect, useRef, useState } from 'react'
import { createLayouter } from './create-layouter.ts'
import type { GraphLayout, LayoutRequest } from './graph-shape.ts'

/** The layout, once it is computed. The last one stays until the next is there; meanwhile it is busy. */
export function useLayout(request: LayoutRequest): { readonly layout: GraphLayout | undefined; readonly isBusy: boolean } {
  const [made, setMade] = useState<{ readonly layout: GraphLayout; readonly request: LayoutRequest }>()
  const layouter = useRef<ReturnType<typeof createLayouter>>(undefined)
  useEffect(() => {
    const created = createLayouter((layout, done) => setMade({ layout, request: done }))
    layouter.current = created
    return () => created.stop()
  }, [])
  useEffect(() => layouter.current?.ask(request), [request])
  return { layout: made?.layout, isBusy: made?.request !== request }
}

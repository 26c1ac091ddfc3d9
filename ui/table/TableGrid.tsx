import { createLazyPart } from '../lazy.tsx'
import { Grid, type TableGridProps } from './Grid.tsx'

export type { TableGridProps, TableSelection } from './Grid.tsx'

const maxFullRows = 200
const firstRows = 40

/** Most tables are short, so the code that draws a part of a long one is a chunk of its own. */
const WindowedGrid = createLazyPart(() => import('./WindowedGrid.tsx').then(module => module.WindowedGrid), FirstRows) as typeof Grid

/** The table itself. Past 200 rows those in view are drawn first, and at most about a thousand. */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  return props.flowing || props.rows.length <= maxFullRows ? <Grid {...props} /> : <WindowedGrid {...props} />
}

function FirstRows<Row>(props: TableGridProps<Row>) {
  return <Grid {...props} rowBlocks={{ items: [{ index: 0, first: 0, rows: props.rows.slice(0, firstRows) }], before: 0, after: 0 }} />
}

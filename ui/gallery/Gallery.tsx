import { ChartSamples } from './ChartSamples.tsx'
import { CodeSamples } from './CodeSamples.tsx'
import { DialogSamples } from './DialogSamples.tsx'
import styles from './Gallery.module.css'
import { GraphSamples } from './GraphSamples.tsx'
import { ManySamples } from './ManySamples.tsx'
import { PanelSamples } from './PanelSamples.tsx'
import { PickSamples } from './PickSamples.tsx'
import { SmallSamples } from './SmallSamples.tsx'
import { TableSamples } from './TableSamples.tsx'

/** The kit in groups, each by the name it has in the address. */
export const galleryGroups = [
  { id: 'tables', title: 'Tables', Samples: TableSamples },
  { id: 'panels', title: 'Panels', Samples: PanelSamples },
  { id: 'small', title: 'Small things', Samples: SmallSamples },
  { id: 'dialogs', title: 'Dialogs and steps', Samples: DialogSamples },
  { id: 'picking', title: 'Choosing', Samples: PickSamples },
  { id: 'code', title: 'Code, texts and logs', Samples: CodeSamples },
  { id: 'graphs', title: 'Graphs', Samples: GraphSamples },
  { id: 'charts', title: 'Charts', Samples: ChartSamples },
  { id: 'many', title: 'Very many', Samples: ManySamples },
] as const

/** Every widget in every state, for those who build pages; one group of them, or all. */
export function Gallery({ only }: { only?: string | undefined }) {
  const shown = galleryGroups.filter(({ id }) => only === undefined || id === only)
  return (
    <div className={styles.gallery}>
      {shown.map(({ id, title, Samples }) => (
        <section key={id} id={id} className={styles.group} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`} className={styles.title}>
            {title}
          </h2>
          <Samples />
        </section>
      ))}
    </div>
  )
}

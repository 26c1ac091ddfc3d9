import {
  Content,
  DataTable,
  EmptyState,
  Page,
  PageHeader,
  query,
  RequestErrorPanel,
  SearchField,
  Select,
  SkeletonRows,
  useQuery,
  useSearchParams,
  useText,
  useTitle,
  WarningPanel,
} from '@portico/plugin/web'
import { techRadarApi, type Radar, type RadarEntry } from '../common/index.ts'
import { EntryDrawer } from './EntryDrawer.tsx'
import { placeBlips } from './layout.ts'
import { radarMessages } from './messages.ts'
import styles from './radar.module.css'
import { RadarPicture } from './RadarPicture.tsx'

const shapes = [
  ['▲', radarMessages.movedIn],
  ['▼', radarMessages.movedOut],
  ['●', radarMessages.unchanged],
] as const

/** The radar. What is searched, filtered and open is in the address. */
export default function RadarPage() {
  const text = useText()
  const { data, error, refetch } = useQuery(query(techRadarApi.getRadar))
  if (error) return <RequestErrorPanel title={text(radarMessages.failed)} error={error} onRetry={() => void refetch()} />
  if (!data) return <Page><SkeletonRows /></Page>
  return <LoadedRadar radar={data} />
}

function LoadedRadar({ radar }: { radar: Radar }) {
  const text = useText()
  useTitle(radar.title)
  const [params, setParams] = useSearchParams()
  const get = (name: string) => params.get(name) ?? ''
  function change(name: string, value: string) {
    const next = new URLSearchParams(params)
    if (value) next.set(name, value)
    else next.delete(name)
    setParams(next, { replace: name !== 'entry' })
  }
  const shown = radar.entries.filter(entry => matches(entry, { q: get('q'), quadrant: get('quadrant'), ring: get('ring') }))
  const blips = placeBlips({ ...radar, entries: shown })
  const selected = radar.entries.find(({ id }) => id === get('entry'))
  const nameOf = (list: readonly { readonly id: string; readonly name: string }[], id: string) => list.find(each => each.id === id)?.name ?? id
  const options = (list: readonly { readonly id: string; readonly name: string }[]) => [
    { value: '', label: text(radarMessages.all) },
    ...list.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <Page>
      <PageHeader title={radar.title} />
      <Content>
      {radar.problem !== undefined && <WarningPanel title={text(radarMessages.old)}>{radar.problem}</WarningPanel>}
      <div className={styles.bar}>
        <div className={styles.search}>
          <SearchField label={text(radarMessages.search)} value={get('q')} onChange={value => change('q', value)} />
        </div>
        <Select inline label={text(radarMessages.quadrant)} value={get('quadrant')} options={options(radar.quadrants)} onChange={value => change('quadrant', value)} />
        <Select inline label={text(radarMessages.ring)} value={get('ring')} options={options(radar.rings)} onChange={value => change('ring', value)} />
      </div>
      {shown.length === 0 ? (
        <EmptyState title={text(radarMessages.none)}>{text(radarMessages.noneHelp)}</EmptyState>
      ) : (
        <div className={styles.columns}>
          <div>
            <RadarPicture radar={radar} blips={blips} selected={selected?.id} onSelect={id => change('entry', id)} />
            <p className={styles.legend}>
              {shapes.map(([shape, message]) => (
                <span key={shape}>
                  <span aria-hidden>{shape}</span> {text(message)}
                </span>
              ))}
            </p>
          </div>
          <div className={styles.table}>
            <DataTable
              label={text(radarMessages.entries)}
              rows={blips}
              rowKey={({ entry }) => entry.id}
              columns={[
                { title: '#', value: ({ number }) => number, align: 'end' },
                {
                  title: text(radarMessages.entry),
                  value: ({ entry }) => entry.title,
                  highlight: true,
                  cell: ({ entry }) => (
                    <button type="button" className={styles.name} onClick={() => change('entry', entry.id)}>
                      {entry.title}
                    </button>
                  ),
                },
                { title: text(radarMessages.ring), value: ({ entry }) => nameOf(radar.rings, entry.timeline[0]!.ringId) },
                { title: text(radarMessages.quadrant), value: ({ entry }) => nameOf(radar.quadrants, entry.quadrant) },
              ]}
            />
          </div>
        </div>
      )}
      </Content>
      <EntryDrawer radar={radar} entry={selected} onClose={() => change('entry', '')} />
    </Page>
  )
}

function matches(entry: RadarEntry, { q, quadrant, ring }: { q: string; quadrant: string; ring: string }): boolean {
  if (quadrant && entry.quadrant !== quadrant) return false
  if (ring && entry.timeline[0]!.ringId !== ring) return false
  return `${entry.title} ${entry.description}`.toLocaleLowerCase().includes(q.toLocaleLowerCase())
}
